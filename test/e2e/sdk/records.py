"""What connectors send through the client's sink besides assets, and what the client reads and writes about the use of the catalog."""

from datetime import date

from checks import same, text
from extras import DAY, now
from metadata.generated.schema.analytics.basic import WebAnalyticEventType
from metadata.generated.schema.analytics.reportData import ReportData, ReportDataType
from metadata.generated.schema.analytics.webAnalyticEventData import WebAnalyticEventData
from metadata.generated.schema.api.data.createPipeline import CreatePipelineRequest
from metadata.generated.schema.api.data.createQuery import CreateQueryRequest
from metadata.generated.schema.api.services.createPipelineService import CreatePipelineServiceRequest
from metadata.generated.schema.api.teams.createRole import CreateRoleRequest
from metadata.generated.schema.api.teams.createTeam import CreateTeamRequest
from metadata.generated.schema.api.teams.createUser import CreateUserRequest
from metadata.generated.schema.entity.data.pipeline import Pipeline, PipelineStatus
from metadata.generated.schema.entity.data.query import Query
from metadata.generated.schema.entity.data.table import Table
from metadata.generated.schema.entity.services.pipelineService import PipelineService
from metadata.generated.schema.entity.teams.role import Role
from metadata.generated.schema.entity.teams.team import Team
from metadata.generated.schema.entity.teams.user import User
from metadata.generated.schema.type.lifeCycle import AccessDetails, LifeCycle
from metadata.generated.schema.type.pipelineObservability import PipelineObservability
from metadata.generated.schema.type.usageRequest import UsageRequest
from metadata.ingestion.models.barrier import Barrier
from metadata.ingestion.models.life_cycle import OMetaLifeCycleData
from metadata.ingestion.models.pipeline_status import OMetaBulkPipelineStatus
from metadata.ingestion.models.user import OMetaUserProfile
from metadata.ingestion.sink.metadata_rest import MetadataRestSink
from metadata.ingestion.source.pipeline.pipeline_service import PipelineUsage, TablePipelineObservability


def walk(life, table):
    client, step = life.client, life.checks.step
    sink = MetadataRestSink.create({}, client)

    def send(record):
        sent = sink._run(record)
        assert not (sent and sent.left), sent and sent.left.error

    with step("Sink: a person with a team and a role"):
        person(client, send)
    with step("Sink: queries, each of them once"):
        queries(client, send, table)
    with step("Sink: runs and usage of a pipeline, and of a table by it"):
        pipeline(client, send, table)
    with step("Sink: life cycle"):
        fqn, at = text(table.fullyQualifiedName), now()
        seen = LifeCycle(created=AccessDetails(timestamp=at, accessedByAProcess="loader"))
        send(OMetaLifeCycleData(entity=Table, entity_fqn=fqn, life_cycle=seen))
        sink.close()
        same(text(client.get_by_name(Table, fqn, fields=["lifeCycle"]).lifeCycle.created.timestamp), str(at))
    with step("Versions of a table"):
        kept = client.get_list_entity_versions(table.id, Table)
        assert len(kept.versions) > 1, "no earlier version"
    with step("Web events and report data"):
        usage_of_the_catalog(client)


def person(client, send):
    request = CreateUserRequest(name="sdk.sent", email="sdk.sent@example.com")
    team = CreateTeamRequest(name="sdk-sent-team", teamType="Group")
    role = CreateRoleRequest(name="sdk-sent-role", policies=["DataConsumerPolicy"])
    client.create_or_update(role)
    send(OMetaUserProfile(user=request, teams=[team], roles=[role]))
    made = client.get_by_name(User, "sdk.sent", fields=["teams", "roles"])
    same([one.name for one in made.teams.root], ["sdk-sent-team"])
    same([one.name for one in made.roles.root], ["sdk-sent-role"])
    for kind, name in ((User, "sdk.sent"), (Team, "sdk-sent-team"), (Role, "sdk-sent-role")):
        client.delete(kind, client.get_by_name(kind, name).id, hard_delete=True)


def queries(client, send, table):
    service = text(table.service.fullyQualifiedName)
    before = client.list_entities(Query).total
    for _ in range(2):
        for number in range(4):
            send(CreateQueryRequest(query=f"select {number % 2} as sent", service=service))
        send(Barrier(reason="the next ones must see them"))
    same(client.list_entities(Query).total, before + 2)


def pipeline(client, send, table):
    service = client.create_or_update(CreatePipelineServiceRequest(name="sdk sent", serviceType="Airflow"))
    request = CreatePipelineRequest(name="loads", service=text(service.fullyQualifiedName), tasks=[{"name": "load"}])
    made, at = client.create_or_update(request), now()
    fqn = text(made.fullyQualifiedName)
    runs = [PipelineStatus(timestamp=at + number, executionStatus="Successful") for number in range(2)]
    send(OMetaBulkPipelineStatus(pipeline_fqn=fqn, pipeline_statuses=runs))
    same(len(client.list_pipeline_statuses(fqn, at - DAY, at + DAY)), 2)
    send(PipelineUsage(pipeline=made, usage=UsageRequest(date=date.today().isoformat(), count=3)))
    same(client.get_by_id(Pipeline, made.id, fields=["usageSummary"]).usageSummary.dailyStats.count, 3)
    reference = {"id": made.id, "type": "pipeline", "fullyQualifiedName": fqn}
    seen = PipelineObservability(pipeline=reference, lastRunTime=at, lastRunStatus="Successful", averageRunTime=1.5)
    send(TablePipelineObservability(table=table, observability_data=[seen]))
    shown = client.add_single_pipeline_observability(table.id, seen).pipelineObservability
    same([(text(one.pipeline.id), one.averageRunTime) for one in shown], [(text(made.id), 1.5)])
    client.delete(PipelineService, service.id, recursive=True, hard_delete=True)


def usage_of_the_catalog(client):
    at = now()
    someone = client.get_by_name(User, "admin")
    page = {"fullUrl": "http://localhost/", "url": "/", "userId": text(someone.id), "sessionId": text(someone.id)}
    client.add_web_analytic_events(WebAnalyticEventData(eventType="PageView", timestamp=at, eventData=page))
    same(len(client.get_web_analytic_events(WebAnalyticEventType.PageView, at - DAY, at + DAY)), 1)
    client.delete_web_analytic_event_before_ts_exclusive(WebAnalyticEventType.PageView, at + DAY)
    same(client.get_web_analytic_events(WebAnalyticEventType.PageView, at - DAY, at + DAY), [])
    kind = ReportDataType.entityReportData
    client.add_data_insight_report_data(ReportData(timestamp=at, reportDataType=kind, data={"entityType": "Table"}))
    kept = client.get_data_insight_report_data(at - DAY, at + DAY, kind.value)["data"]
    same([one["data"]["entityType"] for one in kept], ["Table"])
    client.delete_report_data(kind)
    same(client.get_data_insight_report_data(at - DAY, at + DAY, kind.value)["data"], [])
