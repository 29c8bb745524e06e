"""
Ingests the sample of each family of services, twice, through the client's own workflow and its sink metadata-rest. Then the
usage workflow and an application run.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from application import run_application  # noqa: E402
from custom_source import is_served, requests_of  # noqa: E402
from metadata.workflow.metadata import MetadataWorkflow  # noqa: E402
from sample import families  # noqa: E402
from usage import count_usage  # noqa: E402

CUSTOM = {"database": "CustomDatabase", "dashboard": "CustomDashboard", "messaging": "CustomMessaging", "pipeline": "CustomPipeline",
          "mlmodel": "CustomMlModel", "storage": "CustomStorage", "search": "CustomSearch"}
CONFIGS = {"database": "DatabaseMetadata", "dashboard": "DashboardMetadata", "messaging": "MessagingMetadata", "pipeline": "PipelineMetadata",
           "mlmodel": "MlModelMetadata", "storage": "StorageMetadata", "search": "SearchMetadata"}

checks = {"passed": 0, "failed": 0}


def check(what, truth, detail=""):
    checks["passed" if truth else "failed"] += 1
    if not truth:
        print(f"  FAILED {what}: {str(detail)[:1500]}")


def text(value):
    return str(getattr(value, "root", value))


def workflow_of(family, server, token):
    # Families without a custom connection of their own are read by a custom database source.
    base = family.name if family.name in CUSTOM else "database"
    return {
        "source": {
            "type": CUSTOM[base].lower(),
            "serviceName": family.service_name,
            "serviceConnection": {"config": {
                "type": CUSTOM[base],
                "sourcePythonClass": "custom_source.FamilySource",
                "connectionOptions": {"family": family.name},
            }},
            "sourceConfig": {"config": {"type": CONFIGS[base]}},
        },
        "sink": {"type": "metadata-rest", "config": {}},
        "workflowConfig": server_config_of(server, token),
    }


def server_config_of(server, token):
    return {
        "loggerLevel": "WARN",
        "openMetadataServerConfig": {"hostPort": server, "authProvider": "openmetadata", "securityConfig": {"jwtToken": token}},
    }


def ingest(family, server, token):
    workflow = MetadataWorkflow.create(workflow_of(family, server, token))
    workflow.execute()
    for step in workflow.workflow_steps():
        check(f"{family.name}: {step.name}", not step.status.failures, step.status.failures)
    expected = list(requests_of(family, workflow.metadata))
    workflow.stop()
    return workflow.metadata, expected


def versions(family, metadata, expected):
    found = {}
    for entity, request, fqn in expected:
        stored = metadata.get_by_name(entity, fqn)
        check(f"{family.name}: {entity.__name__} {fqn}", stored is not None, "not found")
        if stored is not None:
            check(f"{fqn}: description", text(stored.description) == text(request.description), stored.description)
            found[fqn] = (text(stored.id), text(stored.version))
    return found


def main(server, token):
    skipped = []
    for family in families():
        metadata, expected = ingest(family, server, token)
        first = versions(family, metadata, expected)
        ingest(family, server, token)
        second = versions(family, metadata, expected)
        check(f"{family.name}: a second run changes nothing", first == second, (first, second))
        missing = [entity.__name__ for entity, *_ in family.assets if not is_served(metadata, entity)]
        skipped += missing
        print(f"{family.name}: {len(expected)} entities" + (f", not served yet: {', '.join(missing)}" if missing else ""))
    count_usage(check, server_config_of(server, token))
    run_application(check, metadata, server_config_of(server, token))
    print(f"{checks['passed']} checks passed, {checks['failed']} failed")
    return 1 if checks["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
