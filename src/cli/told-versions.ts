import { parseVersion } from '../catalog/index.js';
import { objectIn } from './json-in.js';

/** What the change events of an entity tell of its versions. */
export interface ToldVersions {
  /** Whether the first of them is that it was created; otherwise older ones were dropped. */
  created: boolean;
  /** In tenths. */
  versions: Set<number>;
  /** One of them is no JSON object. */
  broken: boolean;
}

/** Notes what one more event of an entity tells, in the order of the events. */
export function noteEvent(told: Map<string, ToldVersions>, entityId: string, text: string): void {
  const event = objectIn(text);
  const version = parseVersion(String(event?.currentVersion));
  const known = told.get(entityId) ?? {
    created: event?.eventType === 'entityCreated',
    versions: new Set<number>(),
    broken: false,
  };
  told.set(entityId, known);
  known.broken ||= event === null;
  if (version !== null) known.versions.add(version);
}
