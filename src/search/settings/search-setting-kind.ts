/** The schema and checks of the search settings, for the module that stores settings. */
import { catalogError } from '../../../contract/index.js';
import type { SettingKinds } from '../../feature/index.js';
import { defaultSettings } from './default-settings.js';
import { problemOf, SEARCH_SETTINGS, type SearchSettings } from './search-settings.js';

const schema = 'configuration/searchSettings';

export const searchSettingKind: SettingKinds = {
  [SEARCH_SETTINGS]: {
    schema,
    initial: ({ contract, registry }) => contract.withDefaults(schema, defaultSettings(registry)),
    check: (value: SearchSettings) => checkSearchSettings(value),
  },
};

/** Refuses with 400 settings that match their schema but make no sense. */
export function checkSearchSettings(settings: SearchSettings): void {
  const problem = problemOf(settings);
  if (problem !== null) throw catalogError('BAD_REQUEST', problem);
}
