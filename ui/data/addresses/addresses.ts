/** Addresses of pages. Pure: what the address bar shows, as text, so that links and back work for any name. */

/** Types whose address uses another word, and those whose pages are not files of `entities/types/`. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['glossaryTerm', 'glossary'],
  ['glossary', 'glossary'],
  ['classification', 'tags'],
  ['domain', 'domain'],
  ['dataProduct', 'dataProduct'],
  ['user', 'users'],
  ['team', 'settings/members/teams'],
  ['role', 'settings/access/roles'],
  ['policy', 'settings/access/policies'],
  ['bot', 'bots'],
  ['persona', 'settings/persona'],
  ['testSuite', 'test-suites'],
  ['testCase', 'test-case'],
  ['eventSubscription', 'observability/alert'],
  ['eventsubscription', 'observability/alert'],
  ['notificationTemplate', 'settings/notifications/templates'],
  ['workflowDefinition', 'settings/governance/workflows'],
  ['app', 'settings/apps'],
  ['query', 'query'],
  ['tag', 'tag'],
  ['dataContract', 'dataContract'],
  ['task', 'task'],
  ['announcement', 'announcement'],
  ['THREAD', 'THREAD'],
  ['kpi', 'data-insights/kpi/edit-kpi'],
]);

/** Pages that list types which have no page for each. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['appMarketPlaceDefinition', '/settings/apps'],
  ['intakeForm', '/settings/governance/intake-forms'],
  ['testDefinition', '/settings/preferences/data-quality'],
  ['type', '/settings/customProperties'],
]);

/** The address of an entity's page, optionally of one of its tabs. */
export function addressOf(type: string, fqn: string, ...tabs: string[]): string {
  return LISTS.get(type) ?? `/${[wordOf(type) ?? type, ...[fqn, ...tabs].map(encodeSegment)].join('/')}`;
}

/** Whether the type has pages, or a list, besides those of `entities/types/`. */
export function isAddressed(type: string): boolean {
  return wordOf(type) !== undefined || LISTS.has(type);
}

function wordOf(type: string): string | undefined {
  return type.endsWith('Service') ? `service/${type}s` : WORDS.get(type);
}

/** The last word of a path of the API, such as `databaseSchemas`. */
export function lastWord(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** One version of an entity. */
export function versionAddress(type: string, fqn: string, version: number | string): string {
  return addressOf(type, fqn, 'versions', String(version));
}

/** A column, or another part: the page of its entity, with the part open. */
export function encodeSegment(text: string): string {
  return encodeURIComponent(text);
}

/** The segments of a raw path, decoded one by one: a name may contain slashes and percent signs. */
export function segmentsOf(pathname: string): string[] {
  return pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeSegment);
}

export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // a percent sign that encodes nothing
  }
}

export interface EntityAddress {
  fqn: string;
  /** Undefined for the first tab. */
  tab: string | undefined;
  sub: string | undefined;
  /** Set for pages of one version. */
  version: string | undefined;
}

/**
 * What follows the word of a type. Where a proxy decoded `%2F`, a name has several segments: words of tabs at the end are
 * tabs, the rest is the name. An unknown tab is left out, which opens the first.
 */
export function readEntityAddress(segments: readonly string[], tabs: readonly string[]): EntityAddress {
  const isTab = (word: string | undefined) => word !== undefined && tabs.includes(word);
  const versions = segments.lastIndexOf('versions');
  if (versions > 0 && versions + 1 < segments.length && /^\d+(\.\d+)?$/.test(segments[versions + 1] ?? '')) {
    const tab = segments[versions + 2];
    return { fqn: segments.slice(0, versions).join('/'), tab, sub: undefined, version: segments[versions + 1] };
  }
  for (const at of [segments.length - 2, segments.length - 1])
    if (at > 0 && isTab(segments[at])) {
      return { fqn: segments.slice(0, at).join('/'), tab: segments[at], sub: segments[at + 1], version: undefined };
    }
  // One segment after the name that is not a known tab is an unknown tab; more than one are parts of a name.
  const name = segments.length === 2 ? segments.slice(0, 1) : segments;
  return { fqn: name.join('/'), tab: undefined, sub: undefined, version: undefined };
}
