"""What is counted for the host, and that several processes add up."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tablero import figures


def test_a_stage_is_timed_unless_it_fails() -> None:
    before = figures.sums()[("tablero_stage_seconds_count", "check")]
    with figures.stage("check"):
        pass
    with pytest.raises(ValueError, match="no"), figures.stage("check"):
        raise ValueError("no")
    figures.took("check", 0.25)
    assert figures.sums()[("tablero_stage_seconds_count", "check")] == before + 2


def test_who_is_there_is_counted_as_long_as_they_stay() -> None:
    before = figures.sums()
    with figures.socket("table"), figures.socket("table"), figures.socket("lobby"), figures.thinking(2):
        now = figures.sums()
        assert now[("tablero_sockets", "table")] == before[("tablero_sockets", "table")] + 2
        assert now[("tablero_bots_thinking",)] == before[("tablero_bots_thinking",)] + 1
    assert figures.sums()[("tablero_sockets", "lobby")] == before[("tablero_sockets", "lobby")]


def test_prometheus_reads_every_figure() -> None:
    figures.moved("yaxha", "bot", 3)
    figures.refused("yaxha-build")
    figures.answered(503)
    figures.failed("busy")
    figures.thought(3, 0.2)
    told = figures.metrics(figures.Counted({"open": 2, "running": 1}, waiting=7)).decode()
    for line in (
        'tablero_tables{stage="open"} 2.0', "tablero_bots_waiting 7.0", 'tablero_moves_total{by="bot",game="yaxha"} ', "process_cpu_seconds_total",
        'tablero_refusals_total{rule="yaxha-build"} ', 'tablero_requests_total{status="5xx"} ',
        'tablero_database_faults_total{kind="busy"} ', 'tablero_thought_seconds_count{level="3"} ',
        'tablero_stage_seconds_bucket{le="0.001",stage="draw"} ',
    ):  # fmt: skip
        assert line in told
    known = [family.name for family in text_string_to_metric_families(told)]
    assert len(known) == len(set(known)), "Prometheus reads it, and no figure comes twice"


ONE_OF_MANY = """
from tablero import figures
figures.moved("yaxha", "person", 5)
with figures.socket("table"):
    if {last}:
        figures.forget({gone})
        print(int(figures.sums()[("tablero_moves_total", "person", "yaxha")]))
        print(int(figures.sums()[("tablero_sockets", "table")]))
    else:
        import os
        print(os.getpid(), flush=True)
        os._exit(1)  # gone with its socket open
"""


def test_processes_that_share_a_folder_answer_for_all(tmp_path: Path) -> None:
    source = str(Path(__file__).parents[1] / "src")
    env = {**os.environ, "PYTHONPATH": source, figures.SHARED: str(tmp_path)}

    def run(last: bool, gone: str = "0") -> list[str]:
        code = ONE_OF_MANY.format(last=last, gone=gone)
        return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True).stdout.split()

    [gone] = run(last=False)
    assert run(last=True, gone=gone) == ["10", "1"]
