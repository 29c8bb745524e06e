import type { Command, EntityType, Route, Scope, WriteCheck } from '../catalog/index.js';
import type { EventReader } from '../events/index.js';
import type { Feature, FeatureJob, FeatureWork } from './feature.js';
import type { RegisterMetrics } from './metrics.js';
import type { SettingKinds } from './setting-kind.js';

/** The parts of all features, in the order of the features. */
export interface FeatureParts {
  types: readonly EntityType[];
  routes: readonly Route[];
  /** By name, including seeds. */
  commands: ReadonlyMap<string, Command>;
  jobs: readonly FeatureJob[];
  eventReaders: readonly EventReader<Scope>[];
  works: readonly FeatureWork[];
  writeChecks: readonly WriteCheck[];
  settings: SettingKinds;
  /** Names of the commands to run at the start. */
  seeds: readonly string[];
  metrics: readonly RegisterMetrics[];
}

/** Throws if two features, commands, jobs, event readers, works, write checks or settings have the same name. */
export function combineFeatures(features: readonly Feature[]): FeatureParts {
  byName('feature', features);
  const all = <T>(part: (feature: Feature) => readonly T[] | undefined): T[] =>
    features.flatMap((feature) => part(feature) ?? []);
  const seeds = all(({ seeds }) => seeds);
  const commands = byName('command', [...all(({ commands }) => commands), ...seeds]);
  const jobs = byName(
    'job',
    all(({ jobs }) => jobs),
  );
  const eventReaders = byName(
    'event reader',
    all(({ eventReaders }) => eventReaders),
  );
  const works = byName(
    'work',
    all(({ works }) => works),
  );
  const writeChecks = byName(
    'write check',
    all(({ writeChecks }) => writeChecks),
  );
  const settings = byName(
    'setting',
    all(({ settings = {} }) => Object.entries(settings).map(([name, kind]) => ({ name, kind }))),
  );
  return {
    types: all(({ types }) => types),
    routes: all(({ routes }) => routes),
    commands,
    jobs: [...jobs.values()],
    eventReaders: [...eventReaders.values()],
    works: [...works.values()],
    writeChecks: [...writeChecks.values()],
    settings: Object.fromEntries([...settings.values()].map(({ name, kind }) => [name, kind])),
    seeds: seeds.map(({ name }) => name),
    metrics: all(({ metrics }) => metrics),
  };
}

function byName<T extends { name: string }>(what: string, items: readonly T[]): Map<string, T> {
  const found = new Map<string, T>();
  for (const item of items) {
    if (found.has(item.name)) throw new Error(`two features have the ${what} ${item.name}`);
    found.set(item.name, item);
  }
  return found;
}
