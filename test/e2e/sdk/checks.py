"""Counts what was tried and keeps every failure, so that one run shows all of them."""

import logging
import traceback
from contextlib import contextmanager


class Checks:
    def __init__(self):
        self.passed = 0
        self.failures = []

    @contextmanager
    def step(self, name):
        """One thing a user does; whatever goes wrong inside is a failure of this step, and the next step runs."""
        try:
            yield
            self.passed += 1
        except Exception as error:  # every kind of failure is told, none ends the run
            where = traceback.extract_tb(error.__traceback__)[-1]
            text = f"{type(error).__name__}: {error}".replace("\n", " ")
            self.failures.append(f"{name}: {text[:500]} ({where.name}:{where.lineno})")

    def report(self):
        for failure in self.failures:
            print("  FAILED", failure)
        print(f"{self.passed} checks passed, {len(self.failures)} failed")
        return 0 if self.passed and not self.failures else 1


class Warnings(logging.Handler):
    """The client logs refused patches and goes on; here such a warning is a failure of the step that caused it."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.texts = []

    def emit(self, record):
        self.texts.append(record.getMessage())

    def take(self):
        texts, self.texts = self.texts, []
        return texts


def same(actual, expected, what="value"):
    assert actual == expected, f"{what}: got {actual!r}, expected {expected!r}"


def text(value):
    """The plain value of the client's wrapped strings, ids and lists."""
    return str(value.root) if hasattr(value, "root") else str(value)
