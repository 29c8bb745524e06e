"""An application of one's own that the client runs: its pipeline shows the run."""

import uuid

from metadata.generated.schema.api.services.ingestionPipelines.createIngestionPipeline import CreateIngestionPipelineRequest
from metadata.generated.schema.entity.data.table import Table
from metadata.generated.schema.entity.services.metadataService import MetadataService
from metadata.workflow.application import ApplicationWorkflow, AppRunner

SERVICE = "sample metadata"


class Lister(AppRunner):
    name = "Lister"

    def run(self):
        for table in self.metadata.list_all_entities(Table):
            self.status.scanned(table.fullyQualifiedName.root)

    def close(self):
        pass


def run_application(check, metadata, server_config):
    app = {"sourcePythonClass": "application.Lister", "appConfig": {"type": "HelloPipelines", "sleep": 0, "echo": "done"}}
    service = metadata.get_by_name(MetadataService, SERVICE)
    request = CreateIngestionPipelineRequest(
        name="lister",
        pipelineType="application",
        service={"id": service.id, "type": "metadataService"},
        sourceConfig={"config": {"type": "Application", **app}},
        airflowConfig={},
    )
    fqn = metadata.create_or_update(request).fullyQualifiedName.root
    run = str(uuid.uuid4())
    workflow = ApplicationWorkflow.create(
        {**app, "workflowConfig": server_config, "ingestionPipelineFQN": fqn, "pipelineRunId": run}
    )
    workflow.execute()
    workflow.stop()
    status = metadata.get_pipeline_status(fqn, run)
    check("application: its run succeeded", status and status.pipelineState.value == "success", status)
    steps = [(step.name, step.records) for step in status.status.root]
    check("application: its run tells what was seen", steps == [("Lister", 1)], steps)
