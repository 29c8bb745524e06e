/** Builds change events for storing. The entity is stored as JSON text without links. */
import type { EventRow } from '../../storage/index.js';
import { endOfFlatList } from '../document/document.js';
import { parseLinkedList, withoutHrefs } from '../document/reference.js';
import { versionNumber } from '../document/version.js';
import type { Scope } from '../routes/route.js';
import type { ChangeDescription } from './diff.js';

export interface EventOf {
  kind: string;
  type: string;
  id: string;
  fqn: string;
  /** Versions before and after, in tenths. */
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
  const doc = JSON.stringify({
    id,
    eventType: event.kind,
    entityType: event.type,
    entityId: event.id,
    domains: domainIds(event),
    entityFullyQualifiedName: event.fqn,
    previousVersion: versionNumber(event.from),
    currentVersion: versionNumber(event.to),
    userName: scope.actor.name,
    impersonatedBy: scope.actor.impersonatedBy,
    timestamp: event.at,
    recursive: event.recursive,
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
    change: event.change ? JSON.stringify(event.change) : null,
    entity: withoutHrefs(event.text),
  };
}

const DOMAINS = ',"domains":';

/**
 * Read from the text after the entity's own link: traits are composed there, so a stored field cannot be mistaken for
 * it.
 */
function domainIds({ text, id }: EventOf): string[] | undefined {
  const at = text.indexOf(`${DOMAINS}[{`, text.indexOf(`/${id}"`));
  if (at < 0) return undefined;
  const start = at + DOMAINS.length;
  const domains = parseLinkedList<{ id: string }>(text.slice(start, endOfFlatList(text, start)), '');
  return domains.map((domain) => domain.id);
}
