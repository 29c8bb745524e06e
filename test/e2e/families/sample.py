"""What is ingested: for each family of services its service and one of everything that lives in it."""

from metadata.generated.schema.api.ai.createMcpServer import CreateMcpServerRequest
from metadata.generated.schema.api.data.createAPICollection import CreateAPICollectionRequest
from metadata.generated.schema.api.data.createAPIEndpoint import CreateAPIEndpointRequest
from metadata.generated.schema.api.data.createChart import CreateChartRequest
from metadata.generated.schema.api.data.createContainer import CreateContainerRequest
from metadata.generated.schema.api.data.createDashboard import CreateDashboardRequest
from metadata.generated.schema.api.data.createDashboardDataModel import CreateDashboardDataModelRequest
from metadata.generated.schema.api.data.createDatabase import CreateDatabaseRequest
from metadata.generated.schema.api.data.createDatabaseSchema import CreateDatabaseSchemaRequest
from metadata.generated.schema.api.data.createDirectory import CreateDirectoryRequest
from metadata.generated.schema.api.data.createFile import CreateFileRequest
from metadata.generated.schema.api.data.createMlModel import CreateMlModelRequest
from metadata.generated.schema.api.data.createPipeline import CreatePipelineRequest
from metadata.generated.schema.api.data.createSearchIndex import CreateSearchIndexRequest
from metadata.generated.schema.api.data.createSpreadsheet import CreateSpreadsheetRequest
from metadata.generated.schema.api.data.createStoredProcedure import CreateStoredProcedureRequest
from metadata.generated.schema.api.data.createTable import CreateTableRequest
from metadata.generated.schema.api.data.createTopic import CreateTopicRequest
from metadata.generated.schema.api.data.createWorksheet import CreateWorksheetRequest
from metadata.generated.schema.api.services.createApiService import CreateApiServiceRequest
from metadata.generated.schema.api.services.createDashboardService import CreateDashboardServiceRequest
from metadata.generated.schema.api.services.createDatabaseService import CreateDatabaseServiceRequest
from metadata.generated.schema.api.services.createDriveService import CreateDriveServiceRequest
from metadata.generated.schema.api.services.createMcpService import CreateMcpServiceRequest
from metadata.generated.schema.api.services.createMessagingService import CreateMessagingServiceRequest
from metadata.generated.schema.api.services.createMetadataService import CreateMetadataServiceRequest
from metadata.generated.schema.api.services.createMlModelService import CreateMlModelServiceRequest
from metadata.generated.schema.api.services.createPipelineService import CreatePipelineServiceRequest
from metadata.generated.schema.api.services.createSearchService import CreateSearchServiceRequest
from metadata.generated.schema.api.services.createSecurityService import CreateSecurityServiceRequest
from metadata.generated.schema.api.services.createStorageService import CreateStorageServiceRequest
from metadata.generated.schema.entity.ai.mcpServer import McpServer
from metadata.generated.schema.entity.data.apiCollection import APICollection
from metadata.generated.schema.entity.data.apiEndpoint import APIEndpoint
from metadata.generated.schema.entity.data.chart import Chart
from metadata.generated.schema.entity.data.container import Container
from metadata.generated.schema.entity.data.dashboard import Dashboard
from metadata.generated.schema.entity.data.dashboardDataModel import DashboardDataModel
from metadata.generated.schema.entity.data.database import Database
from metadata.generated.schema.entity.data.databaseSchema import DatabaseSchema
from metadata.generated.schema.entity.data.directory import Directory
from metadata.generated.schema.entity.data.file import File
from metadata.generated.schema.entity.data.mlmodel import MlModel
from metadata.generated.schema.entity.data.pipeline import Pipeline
from metadata.generated.schema.entity.data.searchIndex import SearchIndex
from metadata.generated.schema.entity.data.spreadsheet import Spreadsheet
from metadata.generated.schema.entity.data.storedProcedure import StoredProcedure
from metadata.generated.schema.entity.data.table import Table
from metadata.generated.schema.entity.data.topic import Topic
from metadata.generated.schema.entity.data.worksheet import Worksheet
from metadata.generated.schema.entity.services.apiService import ApiService
from metadata.generated.schema.entity.services.dashboardService import DashboardService
from metadata.generated.schema.entity.services.databaseService import DatabaseService
from metadata.generated.schema.entity.services.driveService import DriveService
from metadata.generated.schema.entity.services.mcpService import McpService
from metadata.generated.schema.entity.services.messagingService import MessagingService
from metadata.generated.schema.entity.services.metadataService import MetadataService
from metadata.generated.schema.entity.services.mlmodelService import MlModelService
from metadata.generated.schema.entity.services.pipelineService import PipelineService
from metadata.generated.schema.entity.services.searchService import SearchService
from metadata.generated.schema.entity.services.securityService import SecurityService
from metadata.generated.schema.entity.services.storageService import StorageService

COLUMNS = [
    {"name": "id", "dataType": "BIGINT", "description": "Identifies"},
    {"name": "größe", "dataType": "STRUCT", "dataTypeDisplay": "struct", "children": [{"name": "x.y", "dataType": "STRING"}]},
]
SIGNATURE = {"schemaType": "JSON", "schemaFields": [{"name": "order", "dataType": "RECORD", "children": [{"name": "id", "dataType": "LONG"}]}]}


class Family:
    """`assets` are (entity, create request, fields, FQN below the service), in the order in which they depend on another."""

    def __init__(self, name, entity, request, service_type, assets=(), connection=None):
        self.name = name
        self.entity = entity
        self.service = request(
            name=f"sample {name}",
            serviceType=service_type,
            description=f"A sample of {name}",
            **({"connection": {"config": {"type": service_type, **connection}}} if connection is not None else {}),
        )
        self.service_name = f"sample {name}"
        self.assets = assets


def families():
    s = "{service}"
    return [
        Family("database", DatabaseService, CreateDatabaseServiceRequest, "CustomDatabase", [
            (Database, CreateDatabaseRequest, {"name": "shop", "service": s}, "shop"),
            (DatabaseSchema, CreateDatabaseSchemaRequest, {"name": "retail", "database": f"{s}.shop"}, "shop.retail"),
            (Table, CreateTableRequest, {"name": "orders", "databaseSchema": f"{s}.shop.retail", "columns": COLUMNS}, "shop.retail.orders"),
            (StoredProcedure, CreateStoredProcedureRequest, {"name": "clean", "databaseSchema": f"{s}.shop.retail", "storedProcedureCode": {"language": "SQL", "code": "delete"}}, "shop.retail.clean"),
        ], {}),
        Family("dashboard", DashboardService, CreateDashboardServiceRequest, "CustomDashboard", [
            (Chart, CreateChartRequest, {"name": "sales", "service": s, "chartType": "Bar"}, "sales"),
            (DashboardDataModel, CreateDashboardDataModelRequest, {"name": "cube", "service": s, "dataModelType": "LookMlView", "columns": COLUMNS}, "model.cube"),
            (Dashboard, CreateDashboardRequest, {"name": "overview", "service": s, "charts": [f"{s}.sales"], "dataModels": [f"{s}.model.cube"]}, "overview"),
        ], {}),
        Family("messaging", MessagingService, CreateMessagingServiceRequest, "CustomMessaging", [
            (Topic, CreateTopicRequest, {"name": "orders", "service": s, "partitions": 3, "messageSchema": {**SIGNATURE, "schemaText": "{}"}}, "orders"),
        ], {}),
        Family("pipeline", PipelineService, CreatePipelineServiceRequest, "CustomPipeline", [
            (Pipeline, CreatePipelineRequest, {"name": "nightly", "service": s, "tasks": [{"name": "load"}, {"name": "check", "downstreamTasks": ["load"]}]}, "nightly"),
        ], {}),
        Family("mlmodel", MlModelService, CreateMlModelServiceRequest, "CustomMlModel", [
            (MlModel, CreateMlModelRequest, {"name": "churn", "service": s, "algorithm": "forest", "mlFeatures": [{"name": "age", "dataType": "numerical"}]}, "churn"),
        ], {}),
        Family("storage", StorageService, CreateStorageServiceRequest, "CustomStorage", [
            (Container, CreateContainerRequest, {"name": "bucket", "service": s, "dataModel": {"isPartitioned": False, "columns": COLUMNS}}, "bucket"),
        ], {}),
        Family("search", SearchService, CreateSearchServiceRequest, "CustomSearch", [
            (SearchIndex, CreateSearchIndexRequest, {"name": "products", "service": s, "fields": [{"name": "title", "dataType": "TEXT"}]}, "products"),
        ], {}),
        Family("metadata", MetadataService, CreateMetadataServiceRequest, "Amundsen", (), {"hostPort": "bolt://localhost:7687", "username": "reader", "password": "hidden"}),
        Family("api", ApiService, CreateApiServiceRequest, "Rest", [
            (APICollection, CreateAPICollectionRequest, {"name": "pets", "service": s, "endpointURL": "https://example.com/pets"}, "pets"),
            (APIEndpoint, CreateAPIEndpointRequest, {"name": "list", "apiCollection": f"{s}.pets", "endpointURL": "https://example.com/pets/list", "requestMethod": "GET", "responseSchema": SIGNATURE}, "pets.list"),
        ], {"openAPISchemaConnection": {"openAPISchemaURL": "https://example.com/openapi.json"}}),
        Family("drive", DriveService, CreateDriveServiceRequest, "CustomDrive", [
            (Directory, CreateDirectoryRequest, {"name": "reports", "service": s}, "reports"),
            (File, CreateFileRequest, {"name": "summary", "service": s, "directory": f"{s}.reports", "fileType": "PDF"}, "reports.summary"),
            (Spreadsheet, CreateSpreadsheetRequest, {"name": "budget", "service": s}, "budget"),
            (Worksheet, CreateWorksheetRequest, {"name": "q1", "spreadsheet": f"{s}.budget", "columns": COLUMNS}, "budget.q1"),
        ], {}),
        Family("security", SecurityService, CreateSecurityServiceRequest, "Ranger", (), {"hostPort": "https://localhost:6080", "authType": {"username": "reader", "password": "hidden"}}),
        # The client has models of the family llm, but no path for them: it cannot write them.
        Family("mcp", McpService, CreateMcpServiceRequest, "Mcp", [
            (McpServer, CreateMcpServerRequest, {"name": "tools", "service": s, "serverType": "DataAccess"}, "tools"),
        ], {}),
    ]
