import { parseVersion } from '../../catalog/index.js';
import { objectIn } from './json-in.js';

/** The versions of an entity according to its change events. */
export interface ReportedVersions {
  /** Whether the first event is the creation; otherwise older events were removed by retention. */
  created: boolean;
  /** In tenths (version 0.2 is 2). */
  versions: Set<number>;
  /** Whether one of the events is not a JSON object. */
  broken: boolean;
}

/** Adds one event of an entity. Events must be added in order. */
export function noteEvent(recorded: Map<string, ReportedVersions>, entityId: string, text: string): void {
  const event = objectIn(text);
  const version = parseVersion(String(event?.currentVersion));
  const known = recorded.get(entityId) ?? {
    created: event?.eventType === 'entityCreated',
    versions: new Set<number>(),
    broken: false,
  };
  recorded.set(entityId, known);
  known.broken ||= event === null;
  if (version !== null) known.versions.add(version);
}
