"""The types that the client leads through their life, in the order in which they depend on one another."""

from life import Kind
from metadata.generated.schema.api.classification.createClassification import CreateClassificationRequest
from metadata.generated.schema.api.classification.createTag import CreateTagRequest
from metadata.generated.schema.api.createBot import CreateBot
from metadata.generated.schema.api.data.createDatabase import CreateDatabaseRequest
from metadata.generated.schema.api.data.createDatabaseSchema import CreateDatabaseSchemaRequest
from metadata.generated.schema.api.data.createGlossary import CreateGlossaryRequest
from metadata.generated.schema.api.data.createGlossaryTerm import CreateGlossaryTermRequest
from metadata.generated.schema.api.data.createQuery import CreateQueryRequest
from metadata.generated.schema.api.data.createStoredProcedure import CreateStoredProcedureRequest
from metadata.generated.schema.api.data.createTable import CreateTableRequest
from metadata.generated.schema.api.domains.createDataProduct import CreateDataProductRequest
from metadata.generated.schema.api.domains.createDomain import CreateDomainRequest
from metadata.generated.schema.api.policies.createPolicy import CreatePolicyRequest
from metadata.generated.schema.api.services.createDatabaseService import CreateDatabaseServiceRequest
from metadata.generated.schema.api.services.ingestionPipelines.createIngestionPipeline import (
    CreateIngestionPipelineRequest,
)
from metadata.generated.schema.api.teams.createRole import CreateRoleRequest
from metadata.generated.schema.api.teams.createTeam import CreateTeamRequest
from metadata.generated.schema.api.teams.createUser import CreateUserRequest
from metadata.generated.schema.entity.bot import Bot
from metadata.generated.schema.entity.classification.classification import Classification
from metadata.generated.schema.entity.classification.tag import Tag
from metadata.generated.schema.entity.data.database import Database
from metadata.generated.schema.entity.data.databaseSchema import DatabaseSchema
from metadata.generated.schema.entity.data.glossary import Glossary
from metadata.generated.schema.entity.data.glossaryTerm import GlossaryTerm
from metadata.generated.schema.entity.data.query import Query
from metadata.generated.schema.entity.data.storedProcedure import StoredProcedure
from metadata.generated.schema.entity.data.table import Table
from metadata.generated.schema.entity.domains.dataProduct import DataProduct
from metadata.generated.schema.entity.domains.domain import Domain
from metadata.generated.schema.entity.policies.policy import Policy
from metadata.generated.schema.entity.services.databaseService import DatabaseService
from metadata.generated.schema.entity.services.ingestionPipelines.ingestionPipeline import IngestionPipeline
from metadata.generated.schema.entity.teams.role import Role
from metadata.generated.schema.entity.teams.team import Team
from metadata.generated.schema.entity.teams.user import User

ASSET = {"tags": True, "followers": True, "votes": True}


def user(name, **more):
    return Kind(
        User,
        CreateUserRequest(name=name, email=f"{name}@example.org", displayName=name.title(), **more),
        owners=False,
    )


def team(name, users=()):
    return Kind(Team, CreateTeamRequest(name=name, teamType="Group", users=list(users) or None))


def policy(name):
    rules = [{"name": "look", "effect": "allow", "resources": ["table"], "operations": ["ViewAll"], "condition": "isOwner()"}]
    return Kind(Policy, CreatePolicyRequest(name=name, description="Owners look", rules=rules))


def role(name, policy_name):
    return Kind(Role, CreateRoleRequest(name=name, description="Lookers", policies=[policy_name]), owners=False)


def bot(name, user_name):
    return Kind(Bot, CreateBot(name=name, botUser=user_name, description="Robot"), owners=False)


def domain(name):
    request = CreateDomainRequest(name=name, domainType="Aggregate", description="What belongs together")
    return Kind(Domain, request, tags=True, domains=False, followers=True, votes=True, soft=False)


def data_product(name, domain_fqn):
    request = CreateDataProductRequest(name=name, description="Ready to use", domains=[domain_fqn])
    return Kind(DataProduct, request, tags=True, followers=True, votes=True, soft=False)


def classification(name):
    return Kind(Classification, CreateClassificationRequest(name=name, description="How secret"))


def tag(name, classification_name):
    return Kind(Tag, CreateTagRequest(name=name, description="Very secret", classification=classification_name))


def glossary(name):
    request = CreateGlossaryRequest(name=name, description="Words of the shop")
    return Kind(Glossary, request, tags=True, votes=True)


def glossary_term(name, glossary_fqn, parent=None, related=()):
    request = CreateGlossaryTermRequest(
        name=name,
        glossary=glossary_fqn,
        parent=parent,
        description="A word",
        synonyms=["other word"],
        relatedTerms=list(related) or None,
        references=[{"name": "book", "endpoint": "https://example.org/book"}],
    )
    return Kind(GlossaryTerm, request, tags=True, votes=True)


def service(name):
    config = {
        "type": "Postgres",
        "username": "reader",
        "authType": {"password": "open sesame"},
        "hostPort": "db.example.org:5432",
        "database": "shop",
    }
    request = CreateDatabaseServiceRequest(
        name=name, serviceType="Postgres", description="The shop's server", connection={"config": config}
    )
    return Kind(DatabaseService, request, tags=True, followers=True)


def database(name, service_fqn):
    return Kind(Database, CreateDatabaseRequest(name=name, service=service_fqn), **ASSET)


def schema(name, database_fqn):
    return Kind(DatabaseSchema, CreateDatabaseSchemaRequest(name=name, database=database_fqn), **ASSET)


def table(name, schema_fqn):
    columns = [
        {"name": "id", "dataType": "BIGINT", "constraint": "PRIMARY_KEY"},
        {"name": "name", "dataType": "VARCHAR", "dataLength": 80, "description": "As written"},
        {"name": "price", "dataType": "DECIMAL", "precision": 12, "scale": 2},
        {"name": "place", "dataType": "STRUCT", "children": [{"name": "city", "dataType": "STRING"}]},
    ]
    constraints = [{"constraintType": "UNIQUE", "columns": ["name", "price"]}]
    request = CreateTableRequest(
        name=name, databaseSchema=schema_fqn, tableType="Regular", columns=columns, tableConstraints=constraints
    )
    return Kind(Table, request, **ASSET)


def procedure(name, schema_fqn):
    code = {"code": "begin delete from cart; end", "language": "SQL"}
    return Kind(StoredProcedure, CreateStoredProcedureRequest(name=name, databaseSchema=schema_fqn, storedProcedureCode=code), **ASSET)


def query(service_fqn, text):
    return Kind(Query, CreateQueryRequest(query=text, service=service_fqn), soft=False, **ASSET)


def pipeline(name, service_reference):
    request = CreateIngestionPipelineRequest(
        name=name,
        pipelineType="metadata",
        service=service_reference,
        sourceConfig={"config": {"type": "DatabaseMetadata"}},
        airflowConfig={"scheduleInterval": "0 2 * * *"},
    )
    return Kind(IngestionPipeline, request, followers=True)
