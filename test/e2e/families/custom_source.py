"""A custom source of the client, as its users write them: yields the sample of one family to the sink."""

import json

from metadata.generated.schema.metadataIngestion.workflow import Source as WorkflowSource
from metadata.ingestion.api.models import Either
from metadata.ingestion.api.steps import Source
from metadata.ingestion.models.barrier import Barrier
from metadata.ingestion.ometa.client import APIError
from metadata.ingestion.ometa.ometa_api import MissingEntityTypeException
from sample import families


def is_served(metadata, entity):
    """Whether the client knows the path of the type and the server has it: its collection answers."""
    try:
        metadata.client.get(f"{metadata.get_suffix(entity)}?limit=1")
        return True
    except MissingEntityTypeException:
        return False
    except APIError as error:
        if error.status_code == 404:
            return False
        raise


def requests_of(family, metadata):
    """(entity, create request, FQN) of what the server has types for; the service comes first."""
    yield family.entity, family.service, family.service_name
    for entity, request, fields, below in family.assets:
        if is_served(metadata, entity):
            filled = json.loads(json.dumps(fields).replace("{service}", family.service_name))
            yield entity, request(description=f"Of {family.name}", **filled), f"{family.service_name}.{below}"


class FamilySource(Source):
    @classmethod
    def create(cls, config_dict, metadata, pipeline_name=None):
        return cls(WorkflowSource.model_validate(config_dict), metadata)

    def __init__(self, config, metadata):
        super().__init__()
        self.metadata = metadata
        options = config.serviceConnection.root.config.connectionOptions.root
        self.family = next(family for family in families() if family.name == options["family"])

    @property
    def name(self):
        return f"Sample of {self.family.name}"

    def prepare(self):
        pass

    def test_connection(self):
        pass

    def _iter(self, *_, **__):
        for _, request, _ in requests_of(self.family, self.metadata):
            yield Either(right=request)
            yield Either(right=Barrier())  # what follows refers to it

    def close(self):
        pass
