"""What somebody would write with the client that openapi-python-client makes of /openapi.json: create, read, list, patch."""

import sys

from cairn_client import AuthenticatedClient
from cairn_client.api.database_schemas import create_database_schema
from cairn_client.api.database_services import create_database_service
from cairn_client.api.databases import create_database
from cairn_client.api.tables import create_table, get_table_by_name, list_tables, patch_table
from cairn_client.models import Error, JsonPatchOperation
from cairn_client.models.create_database import CreateDatabase
from cairn_client.models.create_database_schema import CreateDatabaseSchema
from cairn_client.models.create_database_service import CreateDatabaseService
from cairn_client.models.create_table import CreateTable

address, token = sys.argv[1:]
client = AuthenticatedClient(base_url=address, token=token)


def done(answer):
    assert answer.parsed is not None and not isinstance(answer.parsed, Error), (answer.status_code, answer.content[:500])
    return answer.parsed


def made(function, kind, **values):
    return done(function.sync_detailed(client=client, body=kind.from_dict(values)))


made(create_database_service, CreateDatabaseService, name="generated", serviceType="CustomDatabase")
made(create_database, CreateDatabase, name="main", service="generated")
made(create_database_schema, CreateDatabaseSchema, name="public", database="generated.main")
names = [f"table{number}" for number in range(5)]
for name in names:
    columns = [{"name": "id", "dataType": "BIGINT"}]
    made(create_table, CreateTable, name=name, databaseSchema="generated.main.public", columns=columns)

table = done(get_table_by_name.sync_detailed("generated.main.public.table3", client=client))
assert table.name == "table3" and table.columns[0].data_type == "BIGINT", table
operations = [JsonPatchOperation.from_dict({"op": "add", "path": "/description", "value": "In other words"})]
patched = done(patch_table.sync_detailed(table.id, client=client, body=operations))
assert patched.description == "In other words", patched

found, after = [], None
while after is not None or not found:
    page = done(list_tables.sync_detailed(client=client, limit=2, **({"after": after} if after else {})))
    found += [one.name for one in page.data]
    after = page.paging.after or None
assert found == names, found

refused = get_table_by_name.sync_detailed("generated.main.public.none", client=client).parsed
assert isinstance(refused, Error) and refused.code == 404, refused
print("1 passed, 0 failed")
