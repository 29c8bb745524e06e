"""The fluent interface of the SDK (`metadata.sdk`), and what the client offers beside the life of entities."""

from uuid import uuid4

from checks import same, text
from metadata.generated.schema.api.data.createContainer import CreateContainerRequest
from metadata.generated.schema.api.data.createTable import CreateTableRequest
from metadata.generated.schema.api.services.createStorageService import CreateStorageServiceRequest
from metadata.generated.schema.entity.data.table import Table
from metadata.generated.schema.entity.services.ingestionPipelines.progressUpdate import ProgressUpdate
from metadata.generated.schema.type.entityReference import EntityReference
from metadata.sdk import Containers, StorageServices, Tables


def of_assets(life, schema_fqn):
    """Facades of tables and containers: moves, versions, deletion and restoration, text for language models, views."""
    client, step = life.client, life.checks.step
    for facade in (Containers, StorageServices, Tables):
        facade.use_client(client)
    with step("Tables of the SDK"):
        view = Tables.create(
            CreateTableRequest(
                name="sdk_view",
                databaseSchema=schema_fqn,
                tableType="View",
                schemaDefinition="select 1 as one",
                columns=[{"name": "one", "dataType": "INT"}],
            )
        )
        fqn = text(view.fullyQualifiedName)
        context = client.get_context(Table, fqn)
        assert context and context.startswith("# sdk_view") and "select 1 as one" in context, context
        service = text(view.service.name)
        same([found.view_definition for found in client.yield_es_view_def(service)], ["select 1 as one"])
        found = Tables.search(fqn)
        same([text(one.id) for one in found], [text(view.id)])
        Tables.delete(view.id)
        assert Tables.restore_async(view.id).job_id
        Tables.delete(view.id, hard_delete=True)
        same(Tables.retrieve_by_name(fqn), None)
    with step("Containers of the SDK are moved"):
        store = StorageServices.create(CreateStorageServiceRequest(name="sdk-moving", serviceType="S3"))
        top, other, low = (
            Containers.create(CreateContainerRequest(name=name, service="sdk-moving")) for name in ("top", "other", "low")
        )
        moved = Containers.set_parent(low.id, EntityReference(id=top.id, type="container"))
        same(text(moved.fullyQualifiedName), "sdk-moving.top.low")
        same([text(one.name) for one in Containers.list_ancestors("sdk-moving.top.low")], ["top"])
        moved = Containers.set_parent(low.id, EntityReference(id=other.id, type="container"))
        same(text(moved.fullyQualifiedName), "sdk-moving.other.low")
        same([text(one.name) for one in Containers.list_children("sdk-moving.other").entities], ["low"])
        same(text(Containers.clear_parent(low.id).fullyQualifiedName), "sdk-moving.low")
        StorageServices.delete(store.id, recursive=True, hard_delete=True)


def of_run(life, pipeline_fqn):
    """The log and the progress of a run of an ingestion pipeline."""
    client, step = life.client, life.checks.step
    run = uuid4()
    with step("Log of a run"):
        client.create_log_stream(pipeline_fqn, run)
        same(life.warnings.take(), [], "warnings")
        same(client.send_logs_batch(pipeline_fqn, run, "one\ntwo\n", enable_compression=True)["bytes_sent"], 8)
        assert client.close_log_stream(pipeline_fqn, run)
        same(client.get_logs_from_s3(pipeline_fqn, run), "one\ntwo\n")
    with step("Progress of a run"):
        update = ProgressUpdate(runId=str(run), timestamp=1, updateType="PROCESSING", totalAssetsIngested=3)
        client.send_progress_update(pipeline_fqn, str(run), update)
        same(client.get_progress_state(pipeline_fqn, str(run)).totalAssetsIngested, 3)
