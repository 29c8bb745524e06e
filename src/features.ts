/** The features of this server. A new feature is a line in `features`. */
import { fileURLToPath } from 'node:url';
import type { Access } from './access/index.js';
import { alertFeature, filterActivity } from './alerts/index.js';
import type { EntityType } from './catalog/index.js';
import { type Config, readBuildTime } from './config/index.js';
import {
  columnFeature,
  demoFeature,
  entityFeature,
  entityRulesFeature,
  glossaryFeature,
  insightFeature,
  qualityFeature,
  serviceFeature,
  taskFeature,
  typeFeature,
} from './entities/index.js';
import { EVENTS_CHANNEL } from './events/index.js';
import type { Feature, SettingKinds } from './feature/index.js';
import { feedFeature } from './feed/index.js';
import { ingestionFeature } from './ingestion/index.js';
import { inspectionFeature, ownKinds, ownPipelines } from './inspection/index.js';
import type { Mail } from './mail/index.js';
import { type DocumentSource, type SearchIndex, searchFeature } from './search/index.js';
import { appFeature, retentionFeature, retentionJobs, systemFeature } from './system/index.js';
import type { Channels } from './wake/index.js';

/** Services of the composition root that some features need. */
export interface Services {
  config: Pick<
    Config,
    | 'data'
    | 'eventRetentionDays'
    | 'historyRetentionDays'
    | 'testResultRetentionDays'
    | 'incidentRetentionDays'
    | 'activityRetentionDays'
    | 'threadRetentionDays'
    | 'runnerToken'
    | 'runnerUrl'
    | 'selfSignup'
    | 'signupDomains'
    | 'sourceAllow'
    | 'sourceFolder'
    | 'sourceTimeout'
    | 'signatureHeader'
    | 'webhookAllow'
    | 'circuitAfter'
    | 'deliveryRetentionDays'
  >;
  access: Access;
  mail: Mail;
  search: SearchIndex;
  /** Source of the documents for a rebuild of the search index. */
  openDocuments?: (() => DocumentSource) | undefined;
  /** Calls back on wake-ups of a channel that reach this thread. Returns a function that unsubscribes. */
  subscribe: Channels['subscribe'];
  /** The settings of all features. Must not be called before the first request. */
  settings(): SettingKinds;
  /** Names of the event readers of all features. Must not be called before the first request. */
  eventReaders(): readonly string[];
}

/** A feature that needs services. It declares no types, so that programs without services have all types. */
export type ServedFeature = (services: Services) => Omit<Feature, 'types'>;

/** The interface version that this server implements; clients compare major and minor with their own. */
const INTERFACE_VERSION = '2.0.5';
const PRINCIPAL_DOMAIN = 'cairn.example';
/** The program that reads SQLite files. */
export const SOURCE_READER = new URL('../dist/source-reader.js', import.meta.url);
/** The thread that reads documents of clients. */
export const DOCUMENT_READER = new URL('../dist/document-reader.js', import.meta.url);
/** The schemas of the interface. */
export const SCHEMAS_FOLDER = fileURLToPath(new URL('../contract/schemas', import.meta.url));
const TEST_DEFINITIONS = {
  shipped: fileURLToPath(new URL('../contract/seeds/test-definitions.json', import.meta.url)),
  own: fileURLToPath(new URL('../contract/seeds/own-test-definitions.json', import.meta.url)),
};
const TASK_FORMS = fileURLToPath(new URL('../contract/seeds/task-forms.json', import.meta.url));
const TEST_CONNECTIONS = fileURLToPath(new URL('../contract/seeds/test-connections.json', import.meta.url));

/** Seeds run in this order. */
export const features: readonly (Feature | ServedFeature)[] = [
  ({ access }) => access.feature,
  ({ mail }) => mail.feature,
  entityFeature,
  columnFeature,
  serviceFeature(TEST_CONNECTIONS),
  demoFeature,
  typeFeature,
  insightFeature,
  entityRulesFeature,
  taskFeature(TASK_FORMS),
  ({ config }) => qualityFeature(TEST_DEFINITIONS, config),
  ({ config }) => ingestionFeature({ ...config, sourceReader: SOURCE_READER }, ownPipelines(ownKinds)),
  ({ config }) => inspectionFeature({ ...config, sourceReader: SOURCE_READER }),
  glossaryFeature,
  ({ config }) => feedFeature(config, filterActivity),
  ({ config, access, mail }) => alertFeature({ config, access, mail }),
  ({ search, openDocuments }) => searchFeature({ index: search, openDocuments }),
  ({ config, settings, eventReaders, subscribe }) =>
    systemFeature({
      release: { version: INTERFACE_VERSION, revision: '', builtAt: readBuildTime() },
      principalDomain: PRINCIPAL_DOMAIN,
      signup: { enabled: config.selfSignup, domains: config.signupDomains },
      settings,
      eventReaders,
      onEvents: (woken) => subscribe(EVENTS_CHANNEL, woken),
    }),
  ({ config, eventReaders }) => retentionFeature(config, eventReaders),
  ({ config, eventReaders }) => appFeature({ retention: retentionJobs(config, eventReaders) }),
];

/** The types of all features. */
export function typesOf(list: typeof features): EntityType[] {
  return list.flatMap((feature) => (typeof feature === 'function' ? [] : (feature.types ?? [])));
}
