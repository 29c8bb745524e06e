"""The unmodified Python SDK against a running server: `run.py URL TOKEN`, URL ending in /api. Exit code 0 when all is well."""

import logging
import sys

import ai
import alerts
import apps
import contracts
import conversations
import dashboards_and_pipelines
import extras
import fluent
import kinds
import quality
import records
import stores
import workbench
from checks import Checks, Warnings, same, text
from life import Life
from metadata.generated.schema.entity.data.database import Database
from metadata.generated.schema.entity.data.databaseSchema import DatabaseSchema
from metadata.generated.schema.entity.services.connections.metadata.openMetadataConnection import (
    OpenMetadataConnection,
)
from metadata.generated.schema.entity.teams.user import User
from metadata.generated.schema.security.client.openMetadataJWTClientConfig import OpenMetadataJWTClientConfig
from metadata.ingestion.ometa.ometa_api import OpenMetadata


def connect(url, token):
    security = OpenMetadataJWTClientConfig(jwtToken=token)
    return OpenMetadata(OpenMetadataConnection(hostPort=url, authProvider="openmetadata", securityConfig=security))


def main(url, token):
    checks, warnings = Checks(), Warnings()
    for name in ("metadata.OMetaAPI", "metadata.Ingestion", "metadata.Utils", "metadata.CLI"):
        logging.getLogger(name).addHandler(warnings)
    client = connect(url, token)
    with checks.step("health check"):
        assert client.health_check()
    life = Life(client, checks, warnings)
    born = [*people(life), *knowledge(life), *assets(life), *stores.walk(life, begin)]
    born += dashboards_and_pipelines.lead(life, begin)
    born += platform(life)
    born += ai.walk(life, begin)
    born += workbench.walk(life, begin)
    born += alerts.walk(life, begin)
    with checks.step("every type of the server was led through its life"):
        workbench.compare_types(life)
    for kind, made in reversed(born):
        life.end(kind, made)
    with checks.step("the account of a bot ends with the bot"):
        same(client.get_by_name(User, "sdk.robot"), None)
    return checks.report()


def begin(life, kind, born, change=True):
    made = life.begin(kind)
    if made is None:
        return None
    born.append((kind, made))
    if change:
        life.change(kind, made)
    return made


def people(life):
    born = []
    owner = begin(life, kinds.user("sdk.owner"), born, change=False)
    life.owner = owner and life.reference(owner, "user")
    with life.checks.step("User by the name a person has, not its quoted form"):
        assert life.client.get_by_name(User, "sdk.owner"), "not found"
    rules = begin(life, kinds.policy("sdk.policy"), born)
    if rules:
        begin(life, kinds.role("sdk.role", text(rules.name)), born)
    begin(life, kinds.team("sdk-team", [text(owner.id)] if owner else ()), born)
    begin(life, kinds.user("sdk.person"), born)
    robot = life.begin(kinds.user("sdk.robot", isBot=True))
    if robot:
        begin(life, kinds.bot("sdk-bot", text(robot.name)), born)
    return born


def knowledge(life):
    born = []
    group = begin(life, kinds.classification("SdkSecrecy"), born)
    if group:
        label = begin(life, kinds.tag("High", text(group.name)), born)
        life.tag = label and text(label.fullyQualifiedName)
    glossary = begin(life, kinds.glossary("SdkWords"), born)
    if glossary:
        fqn = text(glossary.fullyQualifiedName)
        word = begin(life, kinds.glossary_term("order", fqn), born)
        if word:
            word_fqn = text(word.fullyQualifiedName)
            begin(life, kinds.glossary_term("return.order", fqn, word_fqn, [word_fqn]), born)
    area = begin(life, kinds.domain("SdkSales"), born)
    if area:
        life.domain = life.reference(area, "domain")
        begin(life, kinds.data_product("SdkOrders", text(area.fullyQualifiedName)), born)
    return born


def assets(life):
    born = []
    service = begin(life, kinds.service("sdk.service with dot"), born)
    database = service and begin(life, kinds.database("sdk.db", text(service.fullyQualifiedName)), born)
    schema = database and begin(life, kinds.schema("größe's schema", text(database.fullyQualifiedName)), born)
    if schema is None:
        return born
    schema_fqn = text(schema.fullyQualifiedName)
    with life.checks.step("list by the service's name and by a database"):
        found = life.client.list_entities(Database, params={"service": text(service.name)}).entities
        same([text(one.id) for one in found], [text(database.id)])
        within = life.client.list_entities(DatabaseSchema, params={"database": text(database.fullyQualifiedName)}).entities
        same([text(one.id) for one in within], [text(schema.id)])
    table = begin(life, kinds.table("Legacy/Orders", schema_fqn), born)
    begin(life, kinds.procedure("clean up", schema_fqn), born)
    begin(life, kinds.query(text(service.fullyQualifiedName), "select * from orders"), born)
    pipeline = begin(life, kinds.pipeline("nightly", life.reference(service, "databaseService")), born)
    if table:
        extras.custom_properties(life, table)
        extras.of_table(life, table)
        extras.of_glossary_term(life, table)
        product = life.client.get_by_name(kinds.DataProduct, "SdkOrders")
        if product:
            extras.of_data_product(life, product, life.reference(table, "table"))
        born += quality.walk(life, begin, table)
        born += contracts.walk(life, begin, table)
        born += conversations.walk(life, begin, table)
        records.walk(life, table)
    if pipeline:
        extras.of_pipeline(life, pipeline)
        fluent.of_run(life, text(pipeline.fullyQualifiedName))
    fluent.of_assets(life, schema_fqn)
    extras.of_bulk(life, [kinds.table(f"bulk_{number}", schema_fqn).create for number in range(30)])
    return born


def platform(life):
    born = []
    with life.checks.step("AppMarketPlaceDefinition"):
        apps.definition(life.client, "sdkTidy")
    begin(life, apps.app("sdkTidy"), born)
    service = begin(life, apps.mcp_service("sdk-tools"), born)
    if service:
        begin(life, apps.mcp_server("sdk-files", service), born)
    return born


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
