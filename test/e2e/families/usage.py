"""The client's usage workflow, with logs of queries of two days: usage, joins, queries and what is known of a table's life."""

import csv
import os
import tempfile
from datetime import datetime, timedelta, timezone

from metadata.generated.schema.entity.data.table import Table
from metadata.workflow.usage import UsageWorkflow

SERVICE, SCHEMA = "sample database", "sample database.shop.retail"
YESTERDAY, TODAY = (datetime.now(timezone.utc) - timedelta(days=days) for days in (1, 0))


def count_usage(check, server_config):
    """Reading the table on the first day is still known after the second, when it was only written."""
    reading = "select o.id from orders o join orders p on o.id = p.id"
    metadata = run(check, server_config, YESTERDAY, [reading, reading])
    first = table_of(metadata)
    check("usage: counts the queries of a day", first.usageSummary is not None, first.usageSummary)
    accessed = first.lifeCycle and first.lifeCycle.accessed
    check("usage: knows when it was read", accessed and accessed.accessedByAProcess == "etl", first.lifeCycle)
    run(check, server_config, TODAY, ["insert into orders select * from staging"])
    second = table_of(metadata)
    check("usage: counts today", second.usageSummary.dailyStats.count == 1, second.usageSummary)
    check("usage: knows when it was written", second.lifeCycle.updated or second.lifeCycle.created, second.lifeCycle)
    check("usage: still knows when it was read", second.lifeCycle.accessed == accessed, second.lifeCycle)
    found = {str(one.query.root) for one in metadata.get_entity_queries(second.id)}
    check("usage: records queries", len(found) == 2, found)


def table_of(metadata):
    return metadata.get_by_name(Table, f"{SCHEMA}.orders", fields=["usageSummary", "joins", "lifeCycle"])


def run(check, server_config, day, queries):
    with tempfile.TemporaryDirectory() as folder:
        log, stage = os.path.join(folder, "log.csv"), os.path.join(folder, "stage")
        write_log(log, day, queries)
        workflow = UsageWorkflow.create(workflow_of(log, stage, server_config))
        workflow.execute()
        for step in workflow.workflow_steps():
            check(f"usage: {step.name}", not step.status.failures, step.status.failures)
        workflow.stop()
    return workflow.metadata


def write_log(path, day, queries):
    at = day.strftime("%Y-%m-%d %H:%M:%S.%f")
    with open(path, "w", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["query_text", "user_name", "start_time", "end_time", "aborted", "database_name", "schema_name", "duration"])
        rows.writerows([query, "etl", at, at, "false", "shop", "retail", 7] for query in queries)


def workflow_of(log, stage, server_config):
    return {
        "source": {
            "type": "query-log-usage",
            "serviceName": SERVICE,
            "serviceConnection": {"config": {"type": "SQLite"}},
            "sourceConfig": {"config": {"type": "DatabaseUsage", "queryLogFilePath": log}},
        },
        "processor": {"type": "query-parser", "config": {}},
        "stage": {"type": "table-usage", "config": {"filename": stage}},
        "bulkSink": {"type": "metadata-usage", "config": {"filename": stage}},
        "workflowConfig": server_config,
    }
