// Samples on top of the stack, by method, as grafana/jfr-parser reads them: "COUNT\tCLASS.METHOD" a line.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/grafana/jfr-parser/parser"
)

func topFrame(p *parser.Parser) string {
	stack := p.GetStacktrace(p.ExecutionSample.StackTrace)
	if stack == nil || len(stack.Frames) == 0 {
		return ""
	}
	method := p.GetMethod(stack.Frames[0].Method)
	if method == nil {
		return ""
	}
	class := p.GetClass(method.Type)
	if class == nil {
		return ""
	}
	name := strings.ReplaceAll(p.GetSymbolString(class.Name), "/", ".")
	return name + "." + p.GetSymbolString(method.Name)
}

func main() {
	recording, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	counts := map[string]int{}
	p := parser.NewParser(recording, parser.Options{})
	for {
		event, err := p.ParseEvent()
		if err == io.EOF {
			break
		}
		if err != nil {
			panic(err)
		}
		if event == p.TypeMap.T_EXECUTION_SAMPLE {
			counts[topFrame(p)]++
		}
	}
	for method, count := range counts {
		fmt.Printf("%d\t%s\n", count, method)
	}
}
