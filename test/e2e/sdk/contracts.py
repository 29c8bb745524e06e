"""Data contracts: their life, and what a validation finds."""

from checks import same, text
from life import Kind
from metadata.generated.schema.api.data.createDataContract import CreateDataContractRequest
from metadata.generated.schema.entity.data.dataContract import DataContract
from metadata.ingestion.ometa.utils import quote


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
        with life.checks.step("DataContract in the form of the open standard"):
            exported(life.client, contract)
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


def exported(client, contract):
    """As YAML: the models of the client know less of the standard than what a document may have, so it cannot read all as JSON."""
    # The client puts names into these paths as they are, and that of the table has a slash.
    fqn, entity = quote(text(contract.fullyQualifiedName)), contract.entity
    document = client.export_to_odcs_yaml(contract.id)
    same(client.export_to_odcs_yaml_by_fqn(fqn), document)
    same(client.parse_odcs_yaml(document)["name"], text(contract.name))
    same(client.validate_odcs_yaml(entity.id, entity.type, document)["valid"], True)
    same(text(client.create_or_update_from_odcs_yaml(document, entity.id, entity.type).id), text(contract.id))
