"""What people tell and ask one another about entities: announcements, tasks with their forms, and threads."""

from checks import same, text
from extras import DAY, fresh, now
from life import Kind
from metadata.generated.schema.api.feed.createAnnouncement import CreateAnnouncementRequest
from metadata.generated.schema.api.feed.createPost import CreatePostRequest
from metadata.generated.schema.api.feed.createThread import CreateThreadRequest
from metadata.generated.schema.api.tasks.createTask import CreateTaskRequest
from metadata.generated.schema.api.tasks.createTaskComment import CreateTaskCommentRequest
from metadata.generated.schema.entity.data.table import Table
from metadata.generated.schema.entity.feed.announcement import Announcement
from metadata.generated.schema.entity.feed.taskFormSchema import TaskFormSchema
from metadata.generated.schema.entity.feed.thread import Thread, ThreadType
from metadata.generated.schema.entity.tasks.task import Task
from metadata.ingestion.ometa import announcement_models, task_models
from metadata.utils.entity_link import get_entity_link

CHANGE = {"category": "MetadataUpdate", "type": "DescriptionUpdate"}


class TaskKind(Kind):
    """A PUT opens a new task unless its name is the number of a task."""

    def put(self, client):
        made = super().put(client)
        self.create = self.create.model_copy(update={"name": made.taskId})
        return made


def walk(life, begin, table):
    born = []
    link = get_entity_link(Table, text(table.fullyQualifiedName))
    request = CreateAnnouncementRequest(
        name="sdk.notice", description="Moves", entityLink=link, startTime=now() - DAY, endTime=now() + DAY
    )
    begin(life, Kind(Announcement, request, path="/announcements"), born)
    form = TaskFormSchema(
        id="00000000-0000-4000-8000-000000000000",
        name="sdk.form",
        description="What to fill in",
        taskType="CustomTask",
        formSchema={"type": "object", "properties": {"reason": {"type": "string"}}},
    )
    begin(life, Kind(TaskFormSchema, form, owners=False, domains=False, path="/taskFormSchemas"), born)
    request = CreateTaskRequest(category="Custom", type="CustomTask", about=link, assignees=["sdk.owner"])
    kind = TaskKind(Task, request, owners=False, tags=True, domains=False, soft=False, path="/tasks")
    begin(life, kind, born)
    with life.checks.step("Announcement functions of the client"):
        announcements(life.client, link)
    with life.checks.step("Task functions of the client"):
        tasks(life, link)
    with life.checks.step("Task that changes its table"):
        decisions(life, link, table)
    with life.checks.step("Thread functions of the client"):
        threads(life.client, link)
    return born


def announcements(client, link):
    request = announcement_models.CreateAnnouncementRequest(
        name="sdk.second", description="Stays", entityLink=link, startTime=now() + DAY, endTime=now() + 2 * DAY
    )
    made = client.create_announcement(request)
    same(made.status.value, "Scheduled")
    same(text(client.create_or_update_announcement(request).id), text(made.id))
    scheduled = announcement_models.AnnouncementStatus.Scheduled
    same([text(one.id) for one in client.list_announcements(entity_link=link, status=scheduled).entities], [text(made.id)])
    same([text(one.name) for one in client.list_announcements(entity_link=link, active=True).entities], ["sdk.notice"])
    patch = [{"op": "replace", "path": "/startTime", "value": now() - DAY}]
    same(client.patch_announcement(made.id, patch).status.value, "Active")
    same(text(client.get_announcement_by_name(text(made.fullyQualifiedName), fields=["owners"]).id), text(made.id))
    client.delete_announcement(made.id)
    same(client.get_announcement(made.id, include="deleted").deleted, True)
    same(text(client.restore_announcement(made.id).id), text(made.id))
    client.delete_announcement(made.id, hard_delete=True)
    same(client.list_announcements(entity_link=link, status=scheduled, include="all").entities, [])


def tasks(life, link):
    client = life.client
    request = task_models.CreateTaskRequest(category="Custom", type="CustomTask", about=link, assignees=["sdk.owner"])
    one, other = client.create_task(request), client.create_task(request)
    same(text(client.get_task(one.id, fields=["assignees"]).assignees[0].id), text(life.owner.id))
    same(text(client.get_task_by_task_id(one.taskId).id), text(one.id))
    found = client.list_tasks(assignee="sdk.owner", status=task_models.TaskEntityStatus.Open).entities
    assert {one.taskId, other.taskId} <= {each.taskId for each in found}, "not listed"
    patch = [{"op": "add", "path": "/description", "value": "Look here"}]
    same(text(client.patch_task(one.id, patch).description), "Look here")
    params = task_models.BulkTaskOperationParams(priority="High")
    bulk = task_models.BulkTaskOperationRequest(
        taskIds=[text(one.id), text(other.id)], operation="UpdatePriority", params=params
    )
    same(client.bulk_task_operation(bulk).successful, 2)
    same(client.get_task(one.id).priority.value, "High")
    # The client sends a bare text, but the interface expects a request with a message.
    comment = CreateTaskCommentRequest(message="On it").model_dump_json()
    commented = task_models.Task(**client.client.post(f"/tasks/{text(one.id)}/comments", data=comment))
    same([each.message for each in commented.comments], ["On it"])
    same(client.close_task(other.id, comment="Not needed").status.value, "Cancelled")
    resolved = client.resolve_task(one.id, task_models.ResolveTaskRequest(transitionId="complete", comment="Done"))
    same((resolved.status.value, resolved.resolution.comment), ("Completed", "Done"))
    for each in (one, other):
        client.delete(Task, each.id, hard_delete=True)
        same(client.get_task(each.id, include="all"), None)


def decisions(life, link, table):
    client = life.client
    payload = {"newDescription": "All orders", "fieldPath": "description"}
    update = client.create_task(task_models.CreateTaskRequest(about=link, payload=payload, **CHANGE))
    client.resolve_task(update.id, task_models.ResolveTaskRequest(resolutionType="Approved"))
    same(text(fresh(client, table).description), "All orders")
    payload = {"suggestionType": "Description", "fieldPath": "description", "suggestedValue": "Every order"}
    request = task_models.CreateTaskRequest(category="MetadataUpdate", type="Suggestion", about=link, payload=payload)
    suggestion = client.create_task(request)
    same(client.apply_suggestion(suggestion.id, comment="Better").status.value, "Approved")
    same(text(fresh(client, table).description), "Every order")
    for one in (update, suggestion):
        client.delete(Task, one.id, hard_delete=True)


def threads(client, link):
    made = client.create_thread(CreateThreadRequest(message="Is it complete?", about=link))
    same(client.get_thread(made.id).message, "Is it complete?")
    # The client takes the answer for a post, but the interface answers with the whole thread.
    post = CreatePostRequest(message="Since May").model_dump_json()
    answered = Thread(**client.client.post(f"/feed/{text(made.id)}/posts", data=post))
    same([one.message for one in answered.posts], ["Since May"])
    same([one.message for one in client.list_posts(made.id).entities], ["Since May"])
    found = client.list_threads(entity_link=link, thread_type=ThreadType.Conversation).entities
    assert text(made.id) in [text(one.id) for one in found], "not listed"
    client.client.delete(f"/feed/{text(made.id)}")
