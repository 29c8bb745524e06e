import { defineType } from '../../catalog/index.js';
import { domains, owners, tags } from '../../traits/index.js';
import { sealSecrets } from '../service/sealed-secrets.js';
import { appConfiguration } from './app-configuration.js';

export const appMarketPlaceDefinition = defineType({
  name: 'appMarketPlaceDefinition',
  path: '/v1/apps/marketplace',
  schema: 'entity/applications/marketplace/appMarketPlaceDefinition',
  create: 'entity/applications/marketplace/createAppMarketPlaceDefinitionReq',
  about: 'An app that can be installed.',
  group: 'App Marketplace',
  traits: [owners, tags, domains],
  hooks: {
    check: (after, before, scope) => void sealSecrets(appConfiguration, after, before, scope),
  },
});
