// The types of services: what each holds, and the page that all of them have.
import { Server } from 'lucide-react';
import { defineEntityPage, type Entity, type EntityPage, type Tab } from '../../entities/entity-page.js';
import { entityPage } from '../../entities/registry.js';
import { say } from '../../words/define-words.js';
import { productName } from '../../words/products.js';
import { serviceWords } from '../../words/services.js';

const t = say(serviceWords);

/** The types of assets that a service of each type holds directly, most important first. */
const CONTENTS = {
  databaseService: ['database'],
  messagingService: ['topic'],
  dashboardService: ['dashboard', 'dashboardDataModel', 'chart'],
  pipelineService: ['pipeline'],
  mlmodelService: ['mlmodel'],
  storageService: ['container'],
  searchService: ['searchIndex'],
  metadataService: [],
  apiService: ['apiCollection'],
  driveService: ['directory', 'file', 'spreadsheet'],
  securityService: [],
  llmService: ['llmModel'],
  mcpService: ['mcpServer'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ServiceType = keyof typeof CONTENTS;

export const serviceTypes = Object.keys(CONTENTS) as readonly ServiceType[];

/** The word of the address: `databaseServices`. */
export function serviceTypeOf(word: string | undefined): ServiceType | undefined {
  return serviceTypes.find((type) => `${type}s` === word);
}

interface Service extends Entity {
  serviceType?: string;
}

function contents(type: string): Tab<Service>[] {
  const page = entityPage(type);
  if (!page) return [];
  const { path, plural: title } = page;
  const tab = () =>
    import('../../entities/contents-tab.js').then((m) => m.contentsTab({ type, path, parameter: 'service' }));
  return [{ key: `${type}s`, title, page: tab }];
}

const costs: Tab<Service> = {
  key: 'query_costs',
  title: () => t('costs'),
  page: () => import('./costs-tab.js').then((m) => m.CostsTab),
};

function pageOf(type: ServiceType): EntityPage {
  return defineEntityPage<Service>({
    type,
    icon: Server,
    title: () => t(`type.${type}`),
    plural: () => t('title'),
    path: `/v1/services/${type}s`,
    words: [`service/${type}s`],
    fields: [],
    lacks: ['votes', 'extension', 'certification', ...(type === 'metadataService' ? ['dataProducts'] : [])],
    tabs: [
      ...[...CONTENTS[type]].flatMap(contents),
      {
        key: 'connection',
        title: () => t('connection'),
        page: () => import('./connection/connection-tab.js').then((m) => m.ConnectionTab),
      },
      ...(type === 'databaseService' ? [costs] : []),
      {
        key: 'agents',
        title: () => t('agents'),
        page: () => import('./agents-tab.js').then((m) => m.AgentsTab),
      },
    ],
    facts: [{ label: () => t('product'), value: ({ serviceType }) => serviceType && productName(serviceType) }],
  });
}

const pages = new Map(serviceTypes.map((type) => [type, pageOf(type)]));

/** The page of a type of services. */
export function servicePage(type: ServiceType): EntityPage | undefined {
  return pages.get(type);
}
