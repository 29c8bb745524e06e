"""Topics, containers, search indexes, APIs and drives: their life, tags on their parts, their sample data and places."""

from checks import same, text
from life import Kind
from metadata.generated.schema.api.data.createAPICollection import CreateAPICollectionRequest
from metadata.generated.schema.api.data.createAPIEndpoint import CreateAPIEndpointRequest
from metadata.generated.schema.api.data.createContainer import CreateContainerRequest
from metadata.generated.schema.api.data.createDirectory import CreateDirectoryRequest
from metadata.generated.schema.api.data.createFile import CreateFileRequest
from metadata.generated.schema.api.data.createSearchIndex import CreateSearchIndexRequest
from metadata.generated.schema.api.data.createSpreadsheet import CreateSpreadsheetRequest
from metadata.generated.schema.api.data.createTopic import CreateTopicRequest
from metadata.generated.schema.api.data.createWorksheet import CreateWorksheetRequest
from metadata.generated.schema.api.services.createApiService import CreateApiServiceRequest
from metadata.generated.schema.api.services.createDriveService import CreateDriveServiceRequest
from metadata.generated.schema.api.services.createMessagingService import CreateMessagingServiceRequest
from metadata.generated.schema.api.services.createSearchService import CreateSearchServiceRequest
from metadata.generated.schema.api.services.createStorageService import CreateStorageServiceRequest
from metadata.generated.schema.entity.data.apiCollection import APICollection
from metadata.generated.schema.entity.data.apiEndpoint import APIEndpoint
from metadata.generated.schema.entity.data.container import Container
from metadata.generated.schema.entity.data.directory import Directory
from metadata.generated.schema.entity.data.file import File
from metadata.generated.schema.entity.data.report import Report
from metadata.generated.schema.entity.data.searchIndex import SearchIndex, SearchIndexSampleData
from metadata.generated.schema.entity.data.spreadsheet import Spreadsheet
from metadata.generated.schema.entity.data.topic import Topic, TopicSampleData
from metadata.generated.schema.entity.data.worksheet import Worksheet
from metadata.generated.schema.entity.services.apiService import ApiService
from metadata.generated.schema.entity.services.driveService import DriveService
from metadata.generated.schema.entity.services.messagingService import MessagingService
from metadata.generated.schema.entity.services.searchService import SearchService
from metadata.generated.schema.entity.services.storageService import StorageService

ASSET = {"tags": True, "followers": True, "votes": True}
FIELDS = [
    {"name": "id", "dataType": "LONG"},
    {"name": "place", "dataType": "RECORD", "children": [{"name": "city", "dataType": "STRING"}]},
]
COLUMNS = [
    {"name": "id", "dataType": "BIGINT"},
    {"name": "place", "dataType": "STRUCT", "children": [{"name": "city", "dataType": "STRING"}]},
]


def walk(life, begin):
    """Begins one of each, in the order in which they depend on one another."""
    born = []

    def made(kind):
        return begin(life, kind, born)

    def service(entity, create, name, kind):
        one = made(Kind(entity, create(name=name, serviceType=kind, description="Holds"), tags=True, followers=True))
        return one and text(one.fullyQualifiedName)

    topics(life, made, service(MessagingService, CreateMessagingServiceRequest, "sdk.bus", "Kafka"))
    containers(life, made, service(StorageService, CreateStorageServiceRequest, "sdk.lake", "S3"))
    indexes(life, made, service(SearchService, CreateSearchServiceRequest, "sdk.engine", "ElasticSearch"))
    apis(life, made, service(ApiService, CreateApiServiceRequest, "sdk.api", "Rest"))
    reports(life, made(Kind(StorageService, CreateStorageServiceRequest(name="sdk.reported", serviceType="S3"))))
    drives(life, made, service(DriveService, CreateDriveServiceRequest, "sdk.drive", "GoogleDrive"))
    return born


def topics(life, made, service):
    schema = {"schemaType": "Avro", "schemaText": "{}", "schemaFields": FIELDS}
    topic = service and made(
        Kind(Topic, CreateTopicRequest(name="sdk.topic", service=service, partitions=2, messageSchema=schema), **ASSET)
    )
    if not topic:
        return
    part(life, topic, ["messageSchema"], lambda one: one.messageSchema.schemaFields[1].children[0])
    with life.checks.step("Topic sample data"):
        sample = TopicSampleData(messages=['{"id": 1}'])
        same(life.client.ingest_topic_sample_data(topic, sample).messages, sample.messages)


def containers(life, made, service):
    bucket = service and made(Kind(Container, CreateContainerRequest(name="sdk.bucket", service=service), **ASSET))
    if not bucket:
        return
    request = CreateContainerRequest(
        name="orders",
        service=service,
        parent=life.reference(bucket, "container"),
        prefix="/orders",
        dataModel={"isPartitioned": False, "columns": COLUMNS},
    )
    orders = made(Kind(Container, request, **ASSET))
    if not orders:
        return
    part(life, orders, ["dataModel"], lambda one: one.dataModel.columns[1].children[0])
    with life.checks.step("Container places"):
        whole = life.client.get_by_id(Container, orders.id, fields=["parent"])
        same(text(whole.parent.id), text(bucket.id), "parent")
        above = life.client.get_by_id(Container, bucket.id, fields=["children"])
        same([text(one.id) for one in above.children.root], [text(orders.id)], "children")
        roots = life.client.list_all_entities(Container, params={"root": "true", "service": service})
        same([text(one.id) for one in roots], [text(bucket.id)], "roots")
    with life.checks.step("Container children and ancestors"):
        path = f"{life.client.get_suffix(Container)}/name"
        page = life.client.client.get(f"{path}/{text(bucket.fullyQualifiedName)}/children")
        same([Container(**one).name.root for one in page["data"]], ["orders"])
        above = life.client.client.get(f"{path}/{text(orders.fullyQualifiedName)}/ancestors")
        same([one["name"] for one in above], ["sdk.bucket"])


def indexes(life, made, service):
    fields = [{"name": "title", "dataType": "TEXT", "children": [{"name": "raw", "dataType": "KEYWORD"}]}]
    request = service and CreateSearchIndexRequest(name="sdk.index", service=service, fields=fields)
    index = request and made(Kind(SearchIndex, request, **ASSET))
    if not index:
        return
    part(life, index, ["fields"], lambda one: one.fields[0].children[0])
    with life.checks.step("SearchIndex sample data"):
        sample = SearchIndexSampleData(messages=['{"title": "x"}'])
        same(life.client.ingest_search_index_sample_data(index, sample).messages, sample.messages)


def apis(life, made, service):
    request = service and CreateAPICollectionRequest(name="sdk.orders", service=service, endpointURL="https://x.example")
    collection = request and made(Kind(APICollection, request, tags=True, votes=True))
    if not collection:
        return
    request = CreateAPIEndpointRequest(
        name="get order",
        apiCollection=text(collection.fullyQualifiedName),
        endpointURL="https://x.example/orders",
        requestSchema={"schemaFields": FIELDS},
        responseSchema={"schemaFields": FIELDS},
    )
    endpoint = made(Kind(APIEndpoint, request, **ASSET))
    if not endpoint:
        return
    part(life, endpoint, ["requestSchema"], lambda one: one.requestSchema.schemaFields[1].children[0])
    with life.checks.step("APIEndpoint fields of the response have tags of their own"):
        whole = life.client.get_by_id(APIEndpoint, endpoint.id, fields=["tags"])
        same(whole.responseSchema.schemaFields[1].children[0].tags, [])
    with life.checks.step("APIEndpoint by collection"):
        found = life.client.list_entities(APIEndpoint, params={"apiCollection": text(collection.fullyQualifiedName)})
        same([text(one.id) for one in found.entities], [text(endpoint.id)])


def reports(life, service):
    """The client has a model for reports, but no create request."""
    if not service:
        return
    client = life.client
    with life.checks.step("Report"):
        body = {"name": "sdk.report", "service": {"id": text(service.id), "type": "storageService"}}
        report = Report(**client.client.put("/reports", json=body))
        same(text(client.get_by_id(Report, report.id, fields=["votes"]).id), text(report.id))
        assert text(report.id) in [text(one.id) for one in client.list_all_entities(Report)], "not listed"


def drives(life, made, service):
    top = service and made(Kind(Directory, CreateDirectoryRequest(name="sdk.top", service=service), **ASSET))
    if not top:
        return
    parent = text(top.fullyQualifiedName)
    sub = made(Kind(Directory, CreateDirectoryRequest(name="sub", service=service, parent=parent), **ASSET))
    file = made(
        Kind(File, CreateFileRequest(name="a.csv", service=service, directory=parent, columns=COLUMNS), **ASSET)
    )
    book = made(
        Kind(
            Spreadsheet,
            CreateSpreadsheetRequest(name="book", service=service, parent=life.reference(top, "directory")),
            **ASSET,
        )
    )
    if file:
        part(life, file, ["columns"], lambda one: one.columns[1].children[0])
    with life.checks.step("Directory children"):
        whole = life.client.get_by_id(Directory, top.id, fields=["children"])
        expected = {text(one.id) for one in (sub, file, book) if one}
        same({text(one.id) for one in whole.children.root}, expected)
    if not book:
        return
    request = CreateWorksheetRequest(name="May", spreadsheet=text(book.fullyQualifiedName), service=service, columns=COLUMNS)
    sheet = made(Kind(Worksheet, request, **ASSET))
    if sheet:
        part(life, sheet, ["columns"], lambda one: one.columns[1].children[0])


def part(life, made, fields, of):
    """Tags and describes a nested part with a patch, and reads both back."""
    client, entity = life.client, type(made)
    with life.patching(f"{entity.__name__} tag and description of a part"):
        source = client.get_by_id(entity, made.id, fields=[*fields, "tags"])
        wanted = source.model_copy(deep=True)
        of(wanted).tags = [life.label()]
        of(wanted).description = "Said of a part"
        client.patch(entity, source, wanted)
        found = of(client.get_by_id(entity, made.id, fields=[*fields, "tags"]))
        same([text(one.tagFQN) for one in found.tags], [life.tag])
        same(text(found.description), "Said of a part")
