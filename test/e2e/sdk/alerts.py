"""Alerts and the templates of their messages: the client has models of them, but no paths."""

from checks import same, text
from life import Kind
from metadata.generated.schema.api.events.createNotificationTemplate import CreateNotificationTemplate
from metadata.generated.schema.entity.events.notificationTemplate import NotificationTemplate
from metadata.generated.schema.events.api.createEventSubscription import CreateEventSubscription
from metadata.generated.schema.events.eventSubscription import EventSubscription

# A destination that is sent without its id is a new one, so an equal PUT names it.
DESTINATION = "6f1c0e1e-2f2f-4a53-9a39-0f3c55a7b6de"


def walk(life, begin):
    born = []
    request = CreateNotificationTemplate(
        name="sdk.template", templateSubject="{{event.eventType}}", templateBody="<p>{{event.entityType}}</p>"
    )
    kind = Kind(NotificationTemplate, request, owners=False, domains=False, path="/notificationTemplates")
    template = begin(life, kind, born)
    request = CreateEventSubscription(
        name="sdk.alert",
        alertType="Notification",
        resources=["table"],
        notificationTemplate=template and life.reference(template, "notificationTemplate"),
        destinations=[
            {
                "id": DESTINATION,
                "category": "External",
                "type": "Webhook",
                "config": {"endpoint": "https://hooks.example.com/cairn"},
            }
        ],
    )
    kind = Kind(EventSubscription, request, domains=False, soft=False, path="/events/subscriptions", fields=["owners"])
    alert = begin(life, kind, born)
    if alert:
        with life.checks.step("EventSubscription source and destination"):
            found = life.client.get_by_id(EventSubscription, alert.id)
            same([text(one) for one in found.filteringRules.resources], ["table"])
            same([text(one.type.value) for one in found.destinations], ["Webhook"])
    return born
