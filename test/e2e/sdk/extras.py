"""What the client offers for single types beyond the common life."""

from datetime import date, datetime, timezone

from checks import same, text
from metadata.generated.schema.api.data.createCustomProperty import CreateCustomPropertyRequest
from metadata.generated.schema.api.data.createTableProfile import CreateTableProfileRequest
from metadata.generated.schema.api.tests.createCustomMetric import CreateCustomMetricRequest
from metadata.generated.schema.entity.data.glossaryTerm import GlossaryTerm
from metadata.generated.schema.entity.data.table import ColumnProfile, Table, TableData, TableJoins, TableProfile
from metadata.generated.schema.entity.services.ingestionPipelines.ingestionPipeline import (
    IngestionPipeline,
    PipelineStatus,
)
from metadata.generated.schema.type.basic import EntityExtension
from metadata.generated.schema.type.bulkOperationResult import BulkOperationResult
from metadata.generated.schema.type.tagLabel import LabelType, State, TagLabel, TagSource
from metadata.generated.schema.type.usageRequest import UsageRequest
from metadata.ingestion.models.custom_properties import CustomPropertyDataTypes, OMetaCustomProperties
from metadata.ingestion.models.table_metadata import ColumnDescription, ColumnTag

DAY = 24 * 60 * 60 * 1000


def now():
    return int(datetime.now(timezone.utc).timestamp() * 1000)


def custom_properties(life, table):
    """A property of tables, and a value of it."""
    client, step = life.client, life.checks.step
    with step("Custom property of tables"):
        request = CreateCustomPropertyRequest(
            name="sdkRank",
            description="How good it is",
            propertyType=client.get_property_type_ref(CustomPropertyDataTypes.INTEGER),
        )
        client.create_or_update_custom_property(
            OMetaCustomProperties(entity_type=Table, createCustomPropertyRequest=request)
        )
        fqn = text(table.fullyQualifiedName)
        stored = client.get_by_name(Table, fqn, fields=["extension"])
        changed = stored.model_copy(deep=True)
        changed.extension = EntityExtension(root={"sdkRank": 7})
        client.patch(Table, stored, changed)
        same(client.get_by_name(Table, fqn, fields=["extension"]).extension.root, {"sdkRank": 7})


def of_table(life, table):
    """Sample data, profile, usage, joins, metrics, descriptions and tags of columns."""
    client, step = life.client, life.checks.step
    fqn = text(table.fullyQualifiedName)
    with step("Table sample data"):
        rows = TableData(columns=["id", "name"], rows=[[1, "Łukasz"], [2, None]])
        same(client.ingest_table_sample_data(table, rows).rows, rows.rows)
        same(client.get_sample_data(table).sampleData.rows, rows.rows)
        client.delete_sample_data(table)
        same(client.get_sample_data(table).sampleData, None, "after delete")
    with step("Table profile"):
        profile(client, table, fqn)
    with step("Table usage"):
        client.publish_table_usage(table, UsageRequest(date=date.today().isoformat(), count=7))
        client.compute_percentile(Table, date.today().isoformat())
        same(client.get_by_id(Table, table.id, fields=["usageSummary"]).usageSummary.dailyStats.count, 7)
    with step("Table joins"):
        joins = TableJoins(startDate=date.today().isoformat(), dayCount=1, columnJoins=[], directTableJoins=[])
        client.publish_frequently_joined_with(table, joins)
        assert client.get_by_id(Table, table.id, fields=["joins"]).joins is not None
    with step("Table custom metric"):
        metric = CreateCustomMetricRequest(name="cheap", expression="select count(*) from product where price < 1")
        client.create_or_update_custom_metric(metric, text(table.id))
        found = client.get_by_id(Table, table.id, fields=["customMetrics"]).customMetrics
        same([text(one.name) for one in found], ["cheap"])
    with life.patching("Table column descriptions"):
        said = [ColumnDescription(column_fqn=f"{fqn}.place.city", description="Where it stands")]
        client.patch_column_descriptions(fresh(client, table), said, force=True)
        same(text(fresh(client, table).columns[3].children[0].description), "Where it stands")
    with life.patching("Table column tags"):
        client.patch_column_tags(fresh(client, table), [ColumnTag(column_fqn=f"{fqn}.name", tag_label=life.label())])
        tagged = client.get_by_id(Table, table.id, fields=["columns", "tags"])
        same([text(one.tagFQN) for one in tagged.columns[1].tags], [life.tag])
    with step("Table columns"):
        page = client.get_table_columns(fqn)
        assert page is not None


def profile(client, table, fqn):
    at = now()
    request = CreateTableProfileRequest(
        tableProfile=TableProfile(timestamp=at, rowCount=42, columnCount=4),
        columnProfile=[ColumnProfile(name="price", timestamp=at, valuesCount=42, nullCount=1, mean=9.5)],
    )
    client.ingest_profile_data(table, request)
    same(client.get_latest_table_profile(fqn).profile.rowCount, 42)
    kept = client.get_profile_data(fqn, at - DAY, at + DAY)
    same([one.rowCount for one in kept.entities], [42])
    columns = client.get_profile_data(f"{fqn}.price", at - DAY, at + DAY, profile_type=ColumnProfile)
    same([one.mean for one in columns.entities], [9.5])


def fresh(client, table):
    return client.get_by_id(Table, table.id)


def of_pipeline(life, pipeline):
    """Run statuses and the log of a run."""
    client, step = life.client, life.checks.step
    fqn, run, at = text(pipeline.fullyQualifiedName), "00000000-0000-4000-8000-00000000abcd", now()
    with step("IngestionPipeline status"):
        for state in ("running", "partialSuccess"):
            status = PipelineStatus(runId=run, pipelineState=state, startDate=at, timestamp=at)
            client.create_or_update_pipeline_status(fqn, status)
        same(client.get_pipeline_status(fqn, run).pipelineState.value, "partialSuccess")
        kept = client.get_pipeline_status_between_ts(fqn, at - DAY, at + DAY)
        same([one.runId for one in kept], [run])
        assert client.get_by_name(IngestionPipeline, fqn, fields=["pipelineStatuses"]).pipelineStatuses
    with step("IngestionPipeline log"):
        same(client.send_logs_to_s3(fqn, run, "first line\nsecond line"), True)
        same(client.close_log_stream(fqn, run), True)
        assert "second line" in (client.get_logs_from_s3(fqn, run) or "")


def of_glossary_term(life, table):
    """A term on a table and on a column, its relations and its children."""
    client, step = life.client, life.checks.step
    term = client.get_by_name(GlossaryTerm, "SdkWords.order", fields=["children", "relatedTerms"])
    if term is None:
        return
    with step("GlossaryTerm relations and children"):
        same([text(one.name) for one in term.children.root], ["return.order"])
        same([(one.relationType, text(one.term.name)) for one in term.relatedTerms], [("relatedTo", "return.order")])
    with life.patching("GlossaryTerm on a table and a column"):
        fqn = text(term.fullyQualifiedName)
        label = TagLabel(tagFQN=fqn, source=TagSource.Glossary, labelType=LabelType.Manual, state=State.Confirmed)
        client.patch_tags(Table, fresh(client, table), [label])
        column = ColumnTag(column_fqn=f"{text(table.fullyQualifiedName)}.price", tag_label=label)
        client.patch_column_tags(fresh(client, table), [column])
        tagged = client.get_by_id(Table, table.id, fields=["columns", "tags"])
        assert fqn in [text(one.tagFQN) for one in tagged.tags], "not on the table"
        assert fqn in [text(one.tagFQN) for one in tagged.columns[2].tags], "not on the column"


def of_data_product(life, product, asset):
    """Assets in and out."""
    client, name = life.client, text(product.name)
    with life.checks.step("DataProduct assets"):
        BulkOperationResult(**client.add_assets_to_data_product(name, [asset]))
        same([one["id"] for one in client.get_data_product_assets(name)["data"]], [text(asset.id)])
        BulkOperationResult(**client.add_output_ports_to_data_product(name, [asset]))
        BulkOperationResult(**client.remove_output_ports_from_data_product(name, [asset]))
        BulkOperationResult(**client.remove_assets_from_data_product(name, [asset]))
        same(client.get_data_product_assets(name)["data"], [])
        BulkOperationResult(**client.add_input_ports_to_data_product(name, [asset]))
        BulkOperationResult(**client.remove_input_ports_from_data_product(name, [asset]))


def of_bulk(life, requests):
    """Many at once: each has its own result, and a bad one does not harm the others."""
    with life.checks.step("bulk_create_or_update"):
        result = life.client.bulk_create_or_update(requests)
        same(result.status.value, "success", str(result.failedRequest))
        same(result.numberOfRowsProcessed.root, len(requests))
        again = life.client.bulk_create_or_update(requests)
        same(again.numberOfRowsFailed.root, 0)
