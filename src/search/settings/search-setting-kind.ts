/** How the settings of search are stored and answered, for the room that does so. */
import { type Contract, catalogError } from '../../../contract/index.js';
import type { Registry } from '../../catalog/index.js';
import { defaultSettings } from './default-settings.js';
import { problemOf, SEARCH_SETTINGS, type SearchSettings } from './search-settings.js';

const schema = 'configuration/searchSettings';

export const searchSettingKind = {
  [SEARCH_SETTINGS]: {
    schema,
    initial: ({ contract, registry }: { contract: Contract; registry: Registry }): Record<string, unknown> =>
      contract.withDefaults(schema, defaultSettings(registry)),
    check: (value: Record<string, unknown>) => checkSearchSettings(value as SearchSettings),
  },
};

/** Refuses with 400 settings that fit their schema and make no sense. */
export function checkSearchSettings(settings: SearchSettings): void {
  const problem = problemOf(settings);
  if (problem !== null) throw catalogError('BAD_REQUEST', problem);
}
