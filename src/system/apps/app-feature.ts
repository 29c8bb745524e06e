import { type Command, type Fields, putOwn } from '../../catalog/index.js';
import { APP_TYPE } from '../../entities/index.js';
import type { Feature, FeatureJob } from '../../feature/index.js';
import { getSetting, putSetting } from '../../storage/index.js';
import { appRoutes } from './app-routes.js';
import { retentionProgram } from './retention-program.js';

/** `retention`: the jobs that remove expired data. */
export function appFeature({ retention }: { retention: readonly FeatureJob<null>[] }) {
  const { program, job } = retentionProgram(retention);
  return {
    name: 'apps',
    routes: appRoutes(new Map([[RETENTION, program]])),
    jobs: [job],
    seeds: [seedApps],
  } satisfies Feature;
}

const RETENTION = 'DataRetentionApplication';
const SETTING = 'apps.seeded';

const shared: Fields = {
  appType: 'internal',
  scheduleType: 'ScheduledOrManual',
  permission: 'All',
  runtime: { enabled: true },
  developer: 'Cairn',
  system: true,
};

/** The apps that this server performs itself. */
const SEEDS: readonly Fields[] = [
  {
    ...shared,
    name: 'SearchIndexingApplication',
    displayName: 'Search Indexing',
    description: 'Rebuilds the search index, or updates outdated documents, while the old index stays in use.',
    className: 'cairn.search.rebuild',
    supportsInterrupt: true,
    appConfiguration: { type: 'SearchIndexing' },
  },
  {
    ...shared,
    name: RETENTION,
    displayName: 'Data Retention',
    description: 'Removes change events, versions and refused requests that are older than the options say.',
    className: 'cairn.retention',
    allowConfiguration: false,
  },
];

/** Adds the definitions and installs the apps, once. */
const seedApps: Command = {
  name: 'apps.seed',
  async run(_, scope) {
    if (await getSetting(scope.sql, SETTING)) return null;
    const { registry } = scope.catalog;
    const put = { override: true };
    await putOwn(registry.get(APP_TYPE.definition), SEEDS, put, scope);
    await putOwn(
      registry.get(APP_TYPE.app),
      SEEDS.map(({ name }) => ({ name })),
      put,
      scope,
    );
    await putSetting(scope.sql, { name: SETTING, updated_at: scope.context.now(), doc: 'true' });
    return null;
  },
};
