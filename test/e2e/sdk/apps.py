"""Apps and MCP servers: the types of these families that the client has paths for."""

from checks import same, text
from life import Kind
from metadata.generated.schema.api.ai.createMcpServer import CreateMcpServerRequest
from metadata.generated.schema.api.services.createMcpService import CreateMcpServiceRequest
from metadata.generated.schema.entity.ai.mcpServer import McpServer
from metadata.generated.schema.entity.applications.app import App
from metadata.generated.schema.entity.applications.createAppRequest import CreateAppRequest
from metadata.generated.schema.entity.applications.marketplace.appMarketPlaceDefinition import (
    AppMarketPlaceDefinition,
)
from metadata.generated.schema.entity.applications.marketplace.createAppMarketPlaceDefinitionReq import (
    CreateAppMarketPlaceDefinitionRequest,
)
from metadata.generated.schema.entity.services.mcpService import McpService


def app(name):
    return Kind(App, CreateAppRequest(name=name, description="Tidies up"))


def definition(client, name):
    """The client cannot create definitions: it looks for their class in a module that it does not have."""
    request = CreateAppMarketPlaceDefinitionRequest(
        name=name,
        description="Tidies up",
        className="example.Tidy",
        appType="external",
        scheduleType="OnlyManual",
        permission="All",
        runtime={"enabled": True},
    )
    client.client.put("/apps/marketplace", data=request.model_dump_json(exclude_none=True))
    found = client.get_by_name(AppMarketPlaceDefinition, name, fields=["*"])
    same(found.className, "example.Tidy")
    assert client.list_entities(AppMarketPlaceDefinition).total >= 3


def mcp_service(name):
    return Kind(McpService, CreateMcpServiceRequest(name=name, serviceType="Mcp"), tags=True, followers=True)


def mcp_server(name, service):
    request = CreateMcpServerRequest(
        name=name, description="Reads files", service=text(service.fullyQualifiedName), serverType="FileSystem"
    )
    return Kind(McpServer, request, tags=True, followers=True, votes=True)
