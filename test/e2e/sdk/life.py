"""The common life of an entity, through the methods that the client has for every type."""

from dataclasses import dataclass, field
from typing import Any

from checks import Checks, same, text
from metadata.generated.schema.type.entityReference import EntityReference
from metadata.generated.schema.type.entityReferenceList import EntityReferenceList
from metadata.generated.schema.type.tagLabel import LabelType, State, TagLabel, TagSource
from metadata.ingestion.ometa.ometa_api import OpenMetadata
from metadata.ingestion.ometa.routes import ROUTES


@dataclass
class Kind:
    """A type: its class, its create request and which capabilities it has."""

    entity: Any
    create: Any
    owners: bool = True
    tags: bool = False
    domains: bool = True
    followers: bool = False
    votes: bool = False
    soft: bool = True
    described: bool = True
    fields: list = field(default_factory=lambda: ["*"])
    # Where the client has models of a type but does not know how to create it. All else goes through the client.
    path: str | None = None

    def __post_init__(self):
        if self.path:
            ROUTES.setdefault(self.name, self.path)

    def put(self, client):
        if self.path is None:
            return client.create_or_update(self.create)
        body = self.create.model_dump_json(by_alias=True, exclude_none=True)
        return self.entity(**client.client.put(self.path, data=body))

    @property
    def name(self):
        return self.entity.__name__


class Life:
    """Leads entities through their life against one server; `owner` and `domain` are references, `tag` an FQN."""

    def __init__(self, client: OpenMetadata, checks: Checks, warnings):
        self.client = client
        self.checks = checks
        self.warnings = warnings
        self.owner = None
        self.domain = None
        self.tag = None
        self.walked = set()

    def begin(self, kind: Kind):
        """Creates it twice (the second changes nothing), reads and lists it. Gives the entity, None when it failed."""
        client, made = self.client, None
        with self.checks.step(f"{kind.name} create_or_update"):
            made = kind.put(client)
            assert made.id and made.name
            again = kind.put(client)
            same(text(again.id), text(made.id), "id")
            same(again.version, made.version, "version of an equal PUT")
        if made is None:
            return None
        self.walked.add(kind.name)
        with self.checks.step(f"{kind.name} get_by_id"):
            found = client.get_by_id(kind.entity, made.id, fields=kind.fields)
            same(text(found.id), text(made.id))
        with self.checks.step(f"{kind.name} get_by_name"):
            same(text(client.get_by_name(kind.entity, text(self.fqn(made))).id), text(made.id))
            assert client.get_by_name(kind.entity, text(self.fqn(made)), fields=kind.fields)
        with self.checks.step(f"{kind.name} get_by_name of nothing"):
            same(client.get_by_name(kind.entity, "no.such.thing"), None)
        with self.checks.step(f"{kind.name} list"):
            self.list(kind, made)
        return made

    def list(self, kind, made):
        """Every page of two, then back: nothing twice, ours among them, the total is the count."""
        ids = [text(one.id) for one in self.client.list_all_entities(kind.entity, limit=2)]
        same(len(set(ids)), len(ids), "distinct ids of all pages")
        assert text(made.id) in ids, "the new one is not listed"
        first = self.client.list_entities(kind.entity, limit=1, fields=kind.fields)
        same(first.total, len(ids), "paging.total")
        if first.after:
            second = self.client.list_entities(kind.entity, limit=1, after=first.after)
            back = self.client.list_entities(kind.entity, limit=1, before=second.before)
            same(text(back.entities[0].id), text(first.entities[0].id), "page before the second")

    def change(self, kind: Kind, made):
        """Patches what the type has: description, displayName, owners, tags, domains, followers."""
        client = self.client
        if kind.described:
            with self.patching(f"{kind.name} patch_description"):
                changed = client.patch_description(kind.entity, self.read(kind, made), "Said *anew*", force=True)
                same(text(changed.description), "Said *anew*")
        with self.patching(f"{kind.name} patch displayName"):
            source = self.read(kind, made)
            wanted = source.model_copy(deep=True)
            wanted.displayName = "Shown name"
            same(client.patch(kind.entity, source, wanted).displayName, "Shown name")
        if kind.owners:
            with self.patching(f"{kind.name} patch_owner"):
                owners = EntityReferenceList([self.owner])
                client.patch_owner(kind.entity, self.read(kind, made), owners, force=True)
                same([text(one.id) for one in self.read(kind, made, ["owners"]).owners.root], [text(self.owner.id)])
        if kind.tags:
            with self.patching(f"{kind.name} patch_tags"):
                client.patch_tags(kind.entity, self.read(kind, made), [self.label()])
                tags = self.read(kind, made, ["tags"]).tags
                # Test cases also show the tags of their tables.
                same([text(one.tagFQN) for one in tags if one.labelType is not LabelType.Derived], [self.tag])
        if kind.domains and self.domain:
            with self.patching(f"{kind.name} patch_domain"):
                client.patch_domain(kind.entity, self.read(kind, made), EntityReferenceList([self.domain]))
                same([text(one.id) for one in self.read(kind, made, ["domains"]).domains.root], [text(self.domain.id)])
        if kind.followers:
            with self.checks.step(f"{kind.name} followers"):
                self.follow(kind, made)
        if kind.votes:
            with self.checks.step(f"{kind.name} votes"):
                self.vote(kind, made)
        with self.checks.step(f"{kind.name} versions"):
            self.versions(kind, made)

    def follow(self, kind, made):
        path = f"{self.client.get_suffix(kind.entity)}/{text(made.id)}/followers"
        self.client.client.put(path, json=text(self.owner.id))
        followers = self.read(kind, made, ["followers"]).followers.root
        same([text(one.id) for one in followers], [text(self.owner.id)])
        self.client.client.delete(f"{path}/{text(self.owner.id)}")
        assert not getattr(self.read(kind, made, ["followers"]).followers, "root", None), "still followed"

    def vote(self, kind, made):
        path = f"{self.client.get_suffix(kind.entity)}/{text(made.id)}/vote"
        for choice, counts in (("votedUp", (1, 0)), ("votedDown", (0, 1)), ("unVoted", (0, 0))):
            self.client.client.put(path, json={"updatedVoteType": choice})
            votes = self.read(kind, made, ["votes"]).votes
            same((votes.upVotes or 0, votes.downVotes or 0), counts, choice)

    def versions(self, kind, made):
        now = self.read(kind, made)
        history = self.client.list_versions(made.id, kind.entity)
        assert len(history.versions) > 1, f"{len(history.versions)} versions"
        old = self.client.get_entity_version(kind.entity, text(made.id), text(made.version))
        same(text(old.version), text(made.version))
        same(text(self.client.get_entity_version(kind.entity, text(made.id), text(now.version)).version), text(now.version))

    def end(self, kind: Kind, made):
        """Soft delete, restore, hard delete."""
        client, fqn = self.client, text(self.fqn(made))
        if kind.soft:
            with self.checks.step(f"{kind.name} soft delete and restore"):
                client.delete(kind.entity, made.id, recursive=True)
                same(client.get_by_name(kind.entity, fqn), None)
                gone = client.get_by_name(kind.entity, fqn, fields=kind.fields, include="deleted")
                same(gone.deleted, True, "deleted")
                back = client.restore(kind.entity, made.id)
                assert back is not None, f"not restored: {self.warnings.take()}"
                same(client.get_by_name(kind.entity, fqn).deleted or False, False, "deleted after restore")
        with self.checks.step(f"{kind.name} hard delete"):
            client.delete(kind.entity, made.id, recursive=True, hard_delete=True)
            same(client.get_by_name(kind.entity, fqn), None)
            same(client.get_by_name(kind.entity, fqn, fields=kind.fields, include="all"), None)

    def read(self, kind, made, fields=None):
        return self.client.get_by_id(kind.entity, made.id, fields=fields)

    def patching(self, name):
        """A step in which a warning of the client counts as failure: it swallows refused patches."""
        return _Patching(self, name)

    def label(self):
        return TagLabel(tagFQN=self.tag, source=TagSource.Classification, labelType=LabelType.Manual, state=State.Confirmed)

    @staticmethod
    def fqn(made):
        return made.fullyQualifiedName or made.name

    @staticmethod
    def reference(made, type_):
        return EntityReference(id=text(made.id), type=type_)


class _Patching:
    def __init__(self, life, name):
        self.life, self.inner = life, life.checks.step(name)

    def __enter__(self):
        self.life.warnings.take()
        return self.inner.__enter__()

    def __exit__(self, kind, error, trace):
        said = self.life.warnings.take()
        if said:
            error = AssertionError(f"{said[0]} {error or ''}")
            return self.inner.__exit__(AssertionError, error, trace)
        return self.inner.__exit__(kind, error, trace)
