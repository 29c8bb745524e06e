import { defineType } from '../../catalog/index.js';
import { domains, link } from '../../traits/index.js';
import { ACCESS_EDGE } from '../policies/access-edges.js';
import { identifyRules, personaRoutes } from './persona-routes.js';

export const persona = defineType({
  name: 'persona',
  path: '/v1/personas',
  schema: 'entity/teams/persona',
  create: 'api/teams/createPersona',
  about: 'A role profile shared by many users, for which pages can be customized.',
  targetOf: ['personas'],
  traits: [
    link({
      field: 'users',
      kind: ACCESS_EDGE.hasPersona,
      end: 'to',
      types: ['user'],
      text: 'id',
      inWrites: true,
      long: true,
      operation: 'EditUsers',
    }),
    domains,
  ],
  hooks: { check: identifyRules },
  onRequest: ['contextDefinition'],
  without: ['restore'],
  routes: personaRoutes(),
});
