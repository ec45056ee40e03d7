//! Samples on top of the stack, by method, as the crate jfrs reads them: "COUNT\tCLASS.METHOD" a line.
use jfrs::reader::event::Accessor;
use jfrs::reader::JfrReader;
use std::collections::HashMap;
use std::fs::File;

fn top_frame(sample: &Accessor) -> Option<String> {
    let frame = sample
        .get_field("stackTrace")?
        .get_field("frames")?
        .as_iter()?
        .next()?;
    let method = frame.get_field("method")?;
    let class = method.get_field("type")?.get_field("name")?.get_field("string")?;
    let name = method.get_field("name")?.get_field("string")?;
    let class = <&str>::try_from(class.value).ok()?.replace('/', ".");
    Some(format!("{}.{}", class, <&str>::try_from(name.value).ok()?))
}

fn main() {
    let path = std::env::args().nth(1).expect("a recording");
    let mut reader = JfrReader::new(File::open(path).expect("the recording"));
    let mut counts: HashMap<String, u64> = HashMap::new();
    for (mut reader, chunk) in reader.chunks().map(|chunk| chunk.expect("a chunk")) {
        for event in reader.events(&chunk).map(|event| event.expect("an event")) {
            if event.class.name() == "jdk.ExecutionSample" {
                let method = top_frame(&event.value()).unwrap_or_default();
                *counts.entry(method).or_insert(0) += 1;
            }
        }
    }
    for (method, count) in counts {
        println!("{}\t{}", count, method);
    }
}
