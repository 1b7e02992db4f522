"""What is counted for the host, and that several processes add up."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tablero import metrics
from tablero.site.server.app import create_app
from tablero.site.settings import Settings
from tablero.ui.timing import refused, timed


def test_a_stage_is_timed_unless_it_fails() -> None:
    before = metrics.samples()[("tablero_stage_seconds_count", "check")]
    with metrics.timed("check"):
        pass
    with pytest.raises(ValueError, match="no"), metrics.timed("check"):
        raise ValueError("no")
    metrics.observe_stage("check", 0.25)
    assert metrics.samples()[("tablero_stage_seconds_count", "check")] == before + 2


def test_pages_report_to_prometheus_as_soon_as_there_is_a_site(tmp_path: Path) -> None:
    create_app(Settings(database=str(tmp_path / "tablero.db")))
    before = metrics.samples()
    with timed("draw"):
        pass
    refused("yaxha-build")
    now = metrics.samples()
    assert now[("tablero_stage_seconds_count", "draw")] == before[("tablero_stage_seconds_count", "draw")] + 1
    assert (
        now[("tablero_refusals_total", "yaxha-build")] == before.get(("tablero_refusals_total", "yaxha-build"), 0) + 1
    )


def test_who_is_there_is_counted_as_long_as_they_stay() -> None:
    before = metrics.samples()
    with (
        metrics.open_socket("table"),
        metrics.open_socket("table"),
        metrics.open_socket("lobby"),
        metrics.bot_thinking(2),
    ):
        now = metrics.samples()
        assert now[("tablero_sockets", "table")] == before[("tablero_sockets", "table")] + 2
        assert now[("tablero_bots_thinking",)] == before[("tablero_bots_thinking",)] + 1
    assert metrics.samples()[("tablero_sockets", "lobby")] == before[("tablero_sockets", "lobby")]


def test_prometheus_reads_every_figure() -> None:
    metrics.count_moves("yaxha", "bot", 3)
    metrics.count_refusal("yaxha-build")
    metrics.count_response(503)
    metrics.count_database_fault("busy")
    metrics.observe_bot_time(3, 0.2)
    told = metrics.exposition(metrics.DatabaseCounts({"open": 2, "running": 1}, waiting=7)).decode()
    for line in (
        'tablero_tables{stage="open"} 2.0',
        "tablero_bots_waiting 7.0",
        'tablero_moves_total{by="bot",game="yaxha"} ',
        "process_cpu_seconds_total",
        'tablero_refusals_total{rule="yaxha-build"} ',
        'tablero_requests_total{status="5xx"} ',
        'tablero_database_faults_total{kind="busy"} ',
        'tablero_thought_seconds_count{level="3"} ',
        'tablero_stage_seconds_bucket{le="0.001",stage="draw"} ',
    ):
        assert line in told
    known = [family.name for family in text_string_to_metric_families(told)]
    assert len(known) == len(set(known)), "Prometheus reads it, and no figure comes twice"


ONE_OF_MANY = """
from tablero import metrics
metrics.count_moves("yaxha", "person", 5)
with metrics.open_socket("table"):
    if {last}:
        metrics.forget_process({gone})
        print(int(metrics.samples()[("tablero_moves_total", "person", "yaxha")]))
        print(int(metrics.samples()[("tablero_sockets", "table")]))
    else:
        import os
        print(os.getpid(), flush=True)
        os._exit(1)  # gone with its socket open
"""


def test_processes_that_share_a_folder_answer_for_all(tmp_path: Path) -> None:
    source = str(Path(__file__).parents[1] / "src")
    env = {**os.environ, "PYTHONPATH": source, metrics.SHARED_FOLDER_VARIABLE: str(tmp_path)}

    def run(last: bool, gone: str = "0") -> list[str]:
        code = ONE_OF_MANY.format(last=last, gone=gone)
        return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True).stdout.split()

    [gone] = run(last=False)
    assert run(last=True, gone=gone) == ["10", "1"]
