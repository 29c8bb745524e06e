"""Data contracts: their life, and what a validation finds."""

from checks import same, text
from life import Kind
from metadata.generated.schema.api.data.createDataContract import CreateDataContractRequest
from metadata.generated.schema.entity.data.dataContract import DataContract


def walk(life, begin, table):
    born = []
    request = CreateDataContractRequest(
        name="sdk.promise",
        description="What the table promises",
        entity=life.reference(table, "table"),
        schema=[{"name": "price", "dataType": "DECIMAL"}],
        semantics=[{"name": "owned", "description": "Somebody owns it", "rule": '{"!!": {"var": "owners"}}', "enabled": True}],
    )
    contract = begin(life, Kind(DataContract, request, domains=False), born)
    if contract:
        with life.checks.step("DataContract that is validated"):
            validated(life.client, contract)
    return born


def validated(client, contract):
    result = client.validate_data_contract(contract.id)
    same((result.schemaValidation.passed, result.schemaValidation.failed), (1, 0))
    same(result.semanticsValidation.total, 1)
    again = client.validate_data_contract_by_entity_id(contract.entity.id, contract.entity.type)
    same(text(client.get_latest_data_contract_result(contract.id).id), text(again.id))
    same(text(client.get_data_contract_result_by_id(contract.id, result.id).id), text(result.id))
    same(text(client.get_data_contract_by_entity_id(contract.entity.id, "table").id), text(contract.id))
    same(client.delete_data_contract_result(contract.id, result.timestamp.root), True)
    same([text(one.id) for one in client.get_data_contract_results(contract.id)], [text(again.id)])
