import { changeEntity, defineType, type Fields, type Scope } from '../../catalog/index.js';
import { lockEntityByFqn, lockRows } from '../../storage/index.js';
import { domains, link } from '../../traits/index.js';
import { asServer } from '../as-server.js';
import { ACCESS_EDGE } from '../policies/access-edges.js';
import { defaultPersonas } from './default-persona.js';
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
  hooks: {
    check: identifyRules,
    async stored(row, after, before, scope) {
      if (after.default && !before?.default) await endOtherDefaults(row.id, scope);
    },
  },
  onRequest: ['contextDefinition'],
  readOnly: ['uiCustomization'],
  without: ['restore'],
  routes: personaRoutes(),
});

/** At most one persona is the default: what makes one so ends it for the others, also for those the actor may not change. */
async function endOtherDefaults(id: string, scope: Scope): Promise<void> {
  const type = scope.catalog.registry.get('persona');
  // One at a time: each would not see what others are about to store.
  await lockEntityByFqn(scope.sql, 'type', type.name);
  const others = (await defaultPersonas(scope)).filter((row) => row.id !== id);
  for (const row of await lockRows(scope.sql, others))
    await changeEntity(type, row, (value: Fields) => ({ ...value, default: false }), asServer(scope));
}
