/** Change events as stored (`reference/alerts.md` 3.1). The entity travels as JSON text without links. */
import type { EventRow } from '../storage/index.js';
import type { ChangeDescription } from './diff.js';
import { withoutHrefs } from './reference.js';
import type { Scope } from './route.js';
import { versionNumber } from './version.js';

export interface EventOf {
  kind: string;
  type: string;
  id: string;
  fqn: string;
  /** Versions in tenths before and after. */
  from: number;
  to: number;
  at: number;
  /** Composed entity text. */
  text: string;
  change?: ChangeDescription;
  recursive?: boolean;
}

export function changeEvent(event: EventOf, scope: Scope): EventRow {
  const id = scope.context.id();
  const entity = withoutHrefs(event.text);
  const doc = JSON.stringify({
    id,
    eventType: event.kind,
    entityType: event.type,
    entityId: event.id,
    domains: domainIds(entity),
    entityFullyQualifiedName: event.fqn,
    previousVersion: versionNumber(event.from),
    currentVersion: versionNumber(event.to),
    userName: scope.actor.name,
    timestamp: event.at,
    changeDescription: event.change,
    incrementalChangeDescription: event.change,
    recursive: event.recursive,
    entity,
  });
  return {
    id,
    kind: event.kind,
    entity_type: event.type,
    entity_id: event.id,
    entity_fqn: event.fqn,
    user_name: scope.actor.name,
    at: event.at,
    doc,
  };
}

function domainIds(text: string): string[] | undefined {
  if (!text.includes('"domains":[{')) return undefined;
  const { domains } = JSON.parse(text) as { domains?: { id: string }[] };
  return domains?.map((domain) => domain.id);
}
