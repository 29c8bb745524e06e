"""Dashboards, charts, data models, pipelines, ML models and metrics with their services."""

from datetime import date

from checks import same, text
from extras import DAY, now
from kinds import ASSET
from life import Kind
from metadata.generated.schema.api.data.createChart import CreateChartRequest
from metadata.generated.schema.api.data.createDashboard import CreateDashboardRequest
from metadata.generated.schema.api.data.createDashboardDataModel import CreateDashboardDataModelRequest
from metadata.generated.schema.api.data.createMetric import CreateMetricRequest
from metadata.generated.schema.api.data.createMlModel import CreateMlModelRequest
from metadata.generated.schema.api.data.createPipeline import CreatePipelineRequest
from metadata.generated.schema.api.services.createDashboardService import CreateDashboardServiceRequest
from metadata.generated.schema.api.services.createMlModelService import CreateMlModelServiceRequest
from metadata.generated.schema.api.services.createPipelineService import CreatePipelineServiceRequest
from metadata.generated.schema.entity.data.chart import Chart
from metadata.generated.schema.entity.data.dashboard import Dashboard
from metadata.generated.schema.entity.data.dashboardDataModel import DashboardDataModel
from metadata.generated.schema.entity.data.metric import Metric
from metadata.generated.schema.entity.data.mlmodel import MlModel
from metadata.generated.schema.entity.data.pipeline import Pipeline, PipelineStatus, StatusType, Task, TaskStatus
from metadata.generated.schema.entity.services.dashboardService import DashboardService
from metadata.generated.schema.entity.services.mlmodelService import MlModelService
from metadata.generated.schema.entity.services.pipelineService import PipelineService
from metadata.generated.schema.type.usageRequest import UsageRequest


def lead(life, begin):
    """Begins and changes all of them; `begin` as in run.py. Gives what was born."""
    born = []
    dashboards(life, begin, born)
    pipelines(life, begin, born)
    models(life, begin, born)
    metrics(life, begin, born)
    return born


def service(entity, request, name, service_type):
    return Kind(entity, request(name=name, serviceType=service_type), tags=True, followers=True)


def dashboards(life, begin, born):
    held = begin(life, service(DashboardService, CreateDashboardServiceRequest, "sdk bi", "CustomDashboard"), born)
    if held is None:
        return
    fqn = text(held.fullyQualifiedName)
    chart = begin(life, Kind(Chart, CreateChartRequest(name="pie.chart", service=fqn, chartType="Pie"), **ASSET), born)
    columns = [{"name": "amount", "dataType": "VARCHAR"}, {"name": "place", "dataType": "STRUCT", "children": [{"name": "city", "dataType": "STRING"}]}]
    request = CreateDashboardDataModelRequest(name="orders", service=fqn, dataModelType="LookMlView", columns=columns)
    model = begin(life, Kind(DashboardDataModel, request, **ASSET), born)
    if chart is None or model is None:
        return
    same(text(model.fullyQualifiedName), f"{fqn}.model.orders")
    names = {"charts": [text(chart.fullyQualifiedName)], "dataModels": [text(model.fullyQualifiedName)]}
    board = begin(life, Kind(Dashboard, CreateDashboardRequest(name="sales", service=fqn, **names), **ASSET), born)
    if board is None:
        return
    client = life.client
    with life.checks.step("Dashboard charts and data models"):
        found = client.get_by_id(Dashboard, board.id, fields=["charts", "dataModels"])
        same([text(one.id) for one in found.charts.root], [text(chart.id)])
        same([text(one.id) for one in found.dataModels.root], [text(model.id)])
        shown = client.get_by_id(Chart, chart.id, fields=["dashboards"])
        same([text(one.id) for one in shown.dashboards.root], [text(board.id)])
    with life.checks.step("Dashboard usage"):
        client.publish_dashboard_usage(board, UsageRequest(date=date.today().isoformat(), count=3))
        client.compute_percentile(Dashboard, date.today().isoformat())
        same(client.get_by_id(Dashboard, board.id, fields=["usageSummary"]).usageSummary.dailyStats.count, 3)


def pipelines(life, begin, born):
    held = begin(life, service(PipelineService, CreatePipelineServiceRequest, "sdk.etl", "CustomPipeline"), born)
    if held is None:
        return
    tasks = [Task(name="extract", downstreamTasks=["load.all"]), Task(name="load.all", description="Into the table")]
    request = CreatePipelineRequest(name="nightly.load", service=held.fullyQualifiedName, tasks=tasks, scheduleInterval="@daily")
    made = begin(life, Kind(Pipeline, request, **ASSET), born)
    if made is None:
        return
    client, fqn, at = life.client, text(made.fullyQualifiedName), now()
    with life.checks.step("Pipeline status"):
        parts = [TaskStatus(name="extract", executionStatus=StatusType.Failed, startTime=at - 50, endTime=at)]
        answer = client.add_pipeline_status(fqn, run(at, StatusType.Failed, taskStatus=parts))
        same(answer.pipelineStatus.executionStatus, StatusType.Failed)
        bulk = [run(at + 1, StatusType.Pending), run(at + 2, StatusType.Successful)]
        client.add_bulk_pipeline_status(fqn, bulk)
        kept = client.list_pipeline_statuses(fqn, at - DAY, at + DAY)
        same([one.executionStatus for one in kept], [StatusType.Successful, StatusType.Pending, StatusType.Failed])
        same(len(client.list_pipeline_statuses(fqn, at - DAY, at + DAY, limit=1)), 1)
        latest = client.get_by_name(Pipeline, fqn, fields=["pipelineStatus"]).pipelineStatus
        same(latest.executionStatus, StatusType.Successful)
    with life.checks.step("Pipeline tasks"):
        same(client.get_by_id(Pipeline, made.id).tasks, None, "tasks that were not requested")
        found = client.get_by_id(Pipeline, made.id, fields=["tasks"])
        same([one.name for one in found.tasks], ["extract", "load.all"])
        client.add_task_to_pipeline(found, Task(name="check"))
        found = client.get_by_id(Pipeline, made.id, fields=["tasks"])
        same(sorted(one.name for one in found.tasks), ["check", "extract", "load.all"])
        client.clean_pipeline_tasks(found, ["extract", "load.all"])
        same(len(client.get_by_id(Pipeline, made.id, fields=["tasks"]).tasks), 2)


def run(at, status, **more):
    return PipelineStatus(timestamp=at, executionStatus=status, **more)


def models(life, begin, born):
    held = begin(life, service(MlModelService, CreateMlModelServiceRequest, "sdk-ml", "CustomMlModel"), born)
    if held is None:
        return
    request = CreateMlModelRequest(
        name="churn",
        service=held.fullyQualifiedName,
        algorithm="random forest",
        mlFeatures=[{"name": "age", "dataType": "numerical", "featureSources": [{"name": "birthday", "dataType": "date"}]}],
        mlHyperParameters=[{"name": "depth", "value": "4"}],
    )
    made = begin(life, Kind(MlModel, request, **ASSET), born)
    with life.checks.step("MlModel features"):
        same(text(life.client.get_by_id(MlModel, made.id).mlFeatures[0].featureSources[0].name), "birthday")


def metrics(life, begin, born):
    first = begin(life, Kind(Metric, CreateMetricRequest(name="revenue", unitOfMeasurement="DOLLARS"), **ASSET), born)
    request = CreateMetricRequest(
        name="sent.parcels",
        unitOfMeasurement="OTHER",
        customUnitOfMeasurement="parcels",
        metricExpression={"language": "SQL", "code": "select count(*) from parcels"},
        relatedMetrics=["revenue"],
    )
    second = begin(life, Kind(Metric, request, **ASSET), born)
    if first is None or second is None:
        return
    with life.checks.step("Metric relatedMetrics"):
        found = life.client.get_by_id(Metric, first.id, fields=["relatedMetrics"])
        same([text(one.id) for one in found.relatedMetrics.root], [text(second.id)])
    with life.checks.step("Metric custom units"):
        same(life.client.client.get("/metrics/customUnits"), ["parcels"])
