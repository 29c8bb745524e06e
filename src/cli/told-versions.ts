import { parseVersion } from '../catalog/index.js';

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
  const known = told.get(entityId);
  const version = parseVersion(String(event?.currentVersion));
  if (known) {
    known.broken ||= event === null;
    if (version !== null) known.versions.add(version);
  } else
    told.set(entityId, {
      created: event?.eventType === 'entityCreated',
      versions: new Set(version === null ? [] : [version]),
      broken: event === null,
    });
}

/** The JSON object that a text holds; null when it holds none. */
export function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
