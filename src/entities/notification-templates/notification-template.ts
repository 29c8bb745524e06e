import { catalogError, type NotificationTemplate, type Stored } from '../../../contract/index.js';
import { defineType, type Fields, type Scope } from '../../catalog/index.js';
import { providerOf } from '../people/provider.js';
import { refuseSystemDeletion, refuseSystemRename } from '../system-provided.js';
import { shippedTemplate } from './system-templates.js';
import { problemsOf } from './template-problems.js';
import { EDIT_OWN, templateRoutes } from './template-routes.js';

const PATH = '/v1/notificationTemplates';

type Template = Stored<NotificationTemplate>;

export const notificationTemplate = defineType({
  name: 'notificationTemplate',
  path: PATH,
  schema: 'entity/events/notificationTemplate',
  create: 'api/events/createNotificationTemplate',
  about: 'The text of the messages that alerts send to people.',
  group: 'Notification Templates',
  targetOf: ['notificationTemplate'],
  search: { calledAs: ['notification template'] },
  readOnly: ['provider', 'isModifiedFromDefault'],
  // The interface has no field for them.
  transient: ['owners', 'domains'],
  routes: templateRoutes(PATH),
  filters: { provider: { by: 'equals', field: 'provider' } },
  edit: {
    operation: ({ provider }: Fields) => (provider === 'system' ? 'EditAll' : EDIT_OWN),
    operations: ['EditAll', EDIT_OWN],
  },
  hooks: {
    build(core, _create, scope, stored) {
      core.provider = providerOf(stored, scope) === 'system' ? 'system' : 'user';
    },
    async check(after: Template, before: Template | null, _: Scope) {
      refuseSystemRename(after, before);
      const found = await problemsOf(after);
      const [problem] = Object.entries(found);
      if (problem) throw catalogError('BAD_REQUEST', `${problem[0]}: ${problem[1]}`);
      after.isModifiedFromDefault = isModified(after);
    },
    beforeDelete: refuseSystemDeletion,
  },
});

function isModified({ name, provider, templateSubject, templateBody }: Template): boolean {
  const shipped = provider === 'system' ? shippedTemplate(String(name)) : undefined;
  if (!shipped) return false;
  return templateSubject !== shipped.templateSubject || templateBody !== shipped.templateBody;
}
