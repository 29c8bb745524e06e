// The page that services of all types have, with what each holds.
import { Server } from 'lucide-react';
import { lastWord } from '../../data/addresses/addresses.js';
import { defineEntityPage, type Entity, type EntityPage, type Tab } from '../../entities/entity-page.js';
import { entityPages } from '../../entities/registry.js';
import { type ServiceType, serviceTypes } from '../../entities/service-types.js';
import { say } from '../../words/define-words.js';
import { productName } from '../../words/products.js';
import { serviceWords } from '../../words/services.js';

const t = say(serviceWords);

interface Service extends Entity {
  serviceType?: string;
}

/** The tab of one of the types that the service holds directly. */
function contents({ type, path, plural: title }: EntityPage): Tab<Service> {
  return {
    key: lastWord(path),
    title,
    page: () =>
      import('../../entities/contents-tab.js').then((m) => m.contentsTab({ type, path, parameter: 'service' })),
  };
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
      ...entityPages.filter(({ service }) => service === type).map(contents),
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
