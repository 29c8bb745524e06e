"""What people work with beside assets: personas, documents, charts over the catalog, KPIs, forms, workflows; and the rest."""

from checks import same, text
from extras import DAY, now
from life import Kind
from metadata.generated.schema.analytics.webAnalyticEvent import WebAnalyticEvent
from metadata.generated.schema.api.analytics.createWebAnalyticEvent import CreateWebAnalyticEvent
from metadata.generated.schema.api.automations.createWorkflow import CreateWorkflowRequest
from metadata.generated.schema.api.dataInsight.createDataInsightChart import (
    CreateDataInsightChart,
)
from metadata.generated.schema.api.dataInsight.kpi.createKpiRequest import CreateKpiRequest
from metadata.generated.schema.api.docStore.createDocument import CreateDocumentRequest
from metadata.generated.schema.api.governance.createIntakeForm import CreateIntakeFormRequest
from metadata.generated.schema.api.governance.createWorkflowDefinition import CreateWorkflowDefinitionRequest
from metadata.generated.schema.api.services.createMetadataService import CreateMetadataServiceRequest
from metadata.generated.schema.api.services.createSecurityService import CreateSecurityServiceRequest
from metadata.generated.schema.api.teams.createPersona import CreatePersonaRequest
from metadata.generated.schema.dataInsight.custom.dataInsightCustomChart import Chart as DataInsightCustomChart
from metadata.generated.schema.dataInsight.dataInsightChart import DataInsightChart
from metadata.generated.schema.dataInsight.kpi.kpi import Kpi
from metadata.generated.schema.entity.automations.workflow import Workflow
from metadata.generated.schema.entity.docStore.document import Document
from metadata.generated.schema.entity.services.connections.testConnectionDefinition import TestConnectionDefinition
from metadata.generated.schema.entity.services.metadataService import MetadataService
from metadata.generated.schema.entity.services.securityService import SecurityService
from metadata.generated.schema.entity.teams.persona import Persona
from metadata.generated.schema.governance.intakeForm import IntakeForm
from metadata.generated.schema.governance.workflows.workflowDefinition import WorkflowDefinition

SERVICE = {"tags": True, "followers": True}
# Walked by the steps below or elsewhere without the common life: clients cannot create them, or not through a model.
BY_HAND = {"appMarketPlaceDefinition", "dashboardDataModelColumn", "dataInsightCustomChart", "report", "tableColumn", "testConnectionDefinition", "type"}


def walk(life, begin):
    born = []
    begin(life, Kind(Persona, CreatePersonaRequest(name="sdk.persona", description="Analysts"), owners=False, domains=False, soft=False), born)
    request = CreateMetadataServiceRequest(name="sdk.metadata", serviceType="Amundsen")
    begin(life, Kind(MetadataService, request, **SERVICE), born)
    request = CreateSecurityServiceRequest(name="sdk.security", serviceType="Ranger")
    begin(life, Kind(SecurityService, request, **SERVICE), born)
    documents(life, begin, born)
    insight(life, begin, born)
    automation(life, begin, born)
    shipped(life)
    return born


def documents(life, begin, born):
    request = CreateDocumentRequest(
        name="sdk.page", fullyQualifiedName="persona.sdk.Page", entityType="Page", data={"page": {"layout": []}}
    )
    page = begin(life, Kind(Document, request, owners=False, soft=False), born)
    with life.checks.step("Document data"):
        same(life.client.get_by_id(Document, page.id).data.model_dump()["page"], {"layout": []})
        found = life.client.list_entities(Document, params={"fqnPrefix": "persona.sdk"}).entities
        same([text(one.id) for one in found], [text(page.id)])


def insight(life, begin, born):
    client, charts = life.client, "/analytics/dataInsights/charts"
    begin(life, Kind(DataInsightChart, CreateDataInsightChart(name="sdk.views", dataIndexType="web_analytic_user_activity_report_data_index"), path=charts), born)
    request = CreateWebAnalyticEvent(name="sdkViews", description="Views", eventType="PageView")
    begin(life, Kind(WebAnalyticEvent, request, path="/analytics/web/events"), born)
    chart = "number_of_data_asset_with_owner_kpi"
    with life.checks.step("DataInsightCustomChart"):
        shown = DataInsightCustomChart(**client.client.get(f"/analytics/dataInsights/system/charts/name/{chart}"))
        same(text(shown.name), chart)
    request = CreateKpiRequest(
        name="sdk.kpi",
        description="Owned assets",
        dataInsightChart=chart,
        startDate=now() - DAY,
        endDate=now() + DAY,
        targetValue=10,
        metricType="NUMBER",
    )
    kpi = begin(life, Kind(Kpi, request, path="/kpi"), born)
    with life.checks.step("Kpi result"):
        same(text(client.get_by_id(Kpi, kpi.id).dataInsightChart.name), chart)
        assert client.get_kpi_result(text(kpi.fullyQualifiedName), now() - DAY, now() + DAY), "no result"
    with life.checks.step("Kpi create_kpi"):
        other = client.create_kpi(request.model_copy(update={"name": "sdk.kpi2"}))
        client.delete(Kpi, other.id, hard_delete=True)


def automation(life, begin, born):
    request = CreateIntakeFormRequest(name="sdk.form", entityType="domain", enabled=False)
    begin(life, Kind(IntakeForm, request, domains=False, soft=False, path="/governance/intakeForms"), born)
    nodes = [
        {"name": "begin", "type": "startEvent", "subType": "startEvent"},
        {"name": "end", "type": "endEvent", "subType": "endEvent"},
    ]
    request = CreateWorkflowDefinitionRequest(
        name="sdkApproval", description="What happens when", nodes=nodes, edges=[{"from": "begin", "to": "end"}]
    )
    path = "/governance/workflowDefinitions"
    begin(life, Kind(WorkflowDefinition, request, domains=False, path=path), born)
    config = {"type": "Mysql", "username": "reader", "hostPort": "localhost:3306", "authType": {"password": "a secret"}}
    request = CreateWorkflowRequest(
        name="sdk.test",
        workflowType="TEST_CONNECTION",
        request={"connection": {"config": config}, "serviceType": "Database", "connectionType": "Mysql"},
    )
    begin(life, Kind(Workflow, request), born)


def shipped(life):
    """What comes with the server."""
    with life.checks.step("TestConnectionDefinition"):
        name = "Mysql.testConnectionDefinition"
        same(text(life.client.get_by_name(TestConnectionDefinition, name).fullyQualifiedName), name)


def compare_types(life):
    """A new type of the server must be led through its life, too."""
    names = [one["name"] for one in life.client.client.get("/metadata/types?category=entity&limit=1000")["data"]]
    assert len(names) > 50, names
    walked = {name.lower() for name in life.walked | BY_HAND}
    same(sorted(name for name in names if name.lower() not in walked), [], "types without a life")
