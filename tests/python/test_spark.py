"""The data source of Spark, where pyspark is; `make check-python` does without."""
import shutil
import sys

import jfr
import pytest

from conftest import file_of

sql = pytest.importorskip("pyspark.sql")


@pytest.fixture(scope="module", name="spark")
def make_spark():
    import os

    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
             .config("spark.sql.session.timeZone", "UTC").getOrCreate())
    import jfr.spark as source

    source.register(spark)
    yield spark
    spark.stop()


@pytest.fixture(scope="module", name="lake")
def make_lake(tmp_path_factory):
    """Two recordings, one of them below, and one that cannot be read."""
    lake = tmp_path_factory.mktemp("lake")
    (lake / "day=1").mkdir()
    shutil.copy(file_of("shares-17.jfr"), lake)
    shutil.copy(file_of("chunks-17.jfr"), lake / "day=1")
    with open(file_of("shares-17.jfr"), "rb") as file:
        (lake / "broken.jfr").write_bytes(file.read(60))
    return lake


def test_each_event_is_a_row_of_its_recording(spark, lake):
    frame = (spark.read.format("jfr").option("type", "ExecutionSample").option("maxBytes", "1")
             .load(str(lake)))
    counts = {row["recording"]: row["count"]
              for row in frame.groupBy("recording").count().collect()}
    assert counts == {str(path): jfr.read(path).types()["jdk.ExecutionSample"]
                      for path in (lake / "shares-17.jfr", lake / "day=1" / "chunks-17.jfr")}


def test_what_cannot_be_read_may_end_the_job(spark, lake):
    frame = (spark.read.format("jfr").option("type", "ExecutionSample").option("mode", "FAILFAST")
             .load(str(lake)))
    with pytest.raises(Exception, match="60 of the 68 bytes"):
        frame.count()
