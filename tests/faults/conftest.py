"""Figures of every fault, told at the end of the run as a table."""

from collections.abc import Callable

import pytest

from tests.faults.players import People

COLUMNS = ("fault", "times", "acknowledged", "lost", "stuck", "longest wait", "for a bot")
Tell = Callable[..., None]


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Tell:
    """Note what a fault did to people, before anything is asserted."""

    def noted(fault: str, times: int, people: People, missing: int, bots: bool = False) -> None:
        bot = f"{people.longest('bot'):.2f} s" if bots else "-"
        figures = (
            fault,
            times,
            len(people.acknowledged),
            missing,
            people.stuck,
            f"{people.longest('move'):.2f} s",
            bot,
        )
        record_property("fault", [str(figure) for figure in figures])

    return noted


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind)]
    lines = [
        value
        for report in reports
        if report.when == "call"
        for name, value in report.user_properties
        if name == "fault"
    ]
    if not lines:
        return
    lines.insert(0, list(COLUMNS))
    widths = [max(len(line[column]) for line in lines) for column in range(len(COLUMNS))]
    terminalreporter.section("faults")
    for line in lines:
        first, *rest = (cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        terminalreporter.line("  ".join([line[0].ljust(len(first)), *rest]))
