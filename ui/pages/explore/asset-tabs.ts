import { lastWord } from '../../data/addresses/addresses.js';
import { exploredPages } from '../../entities/registry.js';
import { serviceTypes } from '../../entities/service-types.js';

/** Words of the tabs of assets that are not those of their paths. */
const WORDS: Readonly<Record<string, string>> = { dashboardDataModel: 'dashboardDataModel' };

/** Services of metadata hold nothing that people look for. */
const SERVICES = serviceTypes.filter((type) => type !== 'metadataService');

/** What can be explored, and the word of its tab in the address; in the order of the tabs. */
const TABS: ReadonlyMap<string, string> = new Map([
  ...exploredPages.map(({ type, path }) => [type, WORDS[type] ?? lastWord(path)] as const),
  ...Object.entries({
    dataProduct: 'dataProducts',
    domain: 'domains',
    glossary: 'glossaryNames',
    glossaryTerm: 'glossaries',
    classification: 'classifications',
    tag: 'tags',
    query: 'queries',
  }),
  ...SERVICES.map((type) => [type, `${type}s`] as const),
  ...Object.entries({ user: 'users', team: 'teams' }),
]);

/** All that is searched where no tab is chosen. */
export const EVERYTHING = [...TABS.keys()].join(',');

const TYPES = new Map([...TABS].map(([type, word]) => [word.toLowerCase(), type]));

/** The type that a tab shows; undefined for all and for unknown words. */
export function typeOfTab(word: string | undefined): string | undefined {
  return word === undefined ? undefined : TYPES.get(word.toLowerCase());
}

export function tabOfType(type: string): string {
  return TABS.get(type) ?? type;
}

/** The place of a type among the tabs. */
export function orderOfType(type: string): number {
  const at = [...TABS.keys()].indexOf(type);
  return at < 0 ? Number.MAX_SAFE_INTEGER : at;
}
