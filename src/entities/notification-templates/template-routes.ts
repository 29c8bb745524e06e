/** What notification templates have beyond other types: reset, validation and the list of helpers. */
import {
  catalogError,
  type HandlebarsHelperMetadata,
  type NotificationTemplate,
  type NotificationTemplateValidationResponse,
  type Stored,
} from '../../../contract/index.js';
import { type DataRoute, factsOfValue, isAllowed, json, readBody, type Scope } from '../../catalog/index.js';
import { HELPERS } from '../../templates/index.js';
import { changedReply, targetToChange } from '../entity-route.js';
import { shippedTemplate } from './system-templates.js';
import { problemsOf } from './template-problems.js';

const TAG = 'notificationTemplate';
/** Of templates that do not ship with the product. */
export const EDIT_OWN = 'EditUserNotificationTemplate';

export function templateRoutes(path: string): DataRoute[] {
  return [
    resetRoute(`${path}/{id}/reset`, ''),
    resetRoute(`${path}/name/{fqn}/reset`, 'ByName'),
    validateRoute(path),
    helpersRoute(path),
  ];
}

function resetRoute(path: string, by: string): DataRoute {
  return {
    kind: 'write',
    method: 'PUT',
    path,
    docs: {
      operationId: `resetNotificationTemplate${by}`,
      summary: 'Reset a system template',
      description: 'Subject and body become those that ship with this version. Templates of users cannot be reset.',
      tag: TAG,
      answers: { 200: { description: 'The template', schema: 'entity/events/notificationTemplate' } },
      errors: [404, 409],
    },
    async handle(request, scope) {
      const found = await targetToChange(TAG, request, 'EditAll', scope);
      const { name } = found.row;
      const shipped = found.stored().provider === 'system' ? shippedTemplate(name) : undefined;
      if (!shipped) throw catalogError('BAD_REQUEST', `${name} is not a system template, so it cannot be reset`);
      const { templateSubject, templateBody } = shipped;
      const reset = (value: Stored<NotificationTemplate>) => ({
        ...value,
        ...{ templateSubject, templateBody, isModifiedFromDefault: false },
      });
      return changedReply(found, '', reset, scope);
    },
  };
}

function validateRoute(path: string): DataRoute {
  return {
    kind: 'read',
    method: 'POST',
    path: `${path}/validate`,
    docs: {
      operationId: 'validateNotificationTemplate',
      summary: 'Validate a template',
      description: 'Returns whether subject and body can be read, and why not. Nothing is stored.',
      tag: TAG,
      body: { schema: 'api/events/notificationTemplateValidationRequest', required: true },
      answers: {
        200: { description: 'What was found', schema: 'api/events/notificationTemplateValidationResponse' },
      },
    },
    async handle(request, scope) {
      await requireAuthor(scope);
      const texts = readBody(request, 'api/events/notificationTemplateValidationRequest', scope);
      return json(200, await validationOf(texts));
    },
  };
}

/** The answer about the texts of a template. */
export async function validationOf(
  texts: Pick<NotificationTemplate, 'templateSubject' | 'templateBody'>,
): Promise<NotificationTemplateValidationResponse> {
  const { templateSubject: subjectError, templateBody: bodyError } = await problemsOf(texts);
  return {
    isValid: subjectError === undefined && bodyError === undefined,
    ...(subjectError === undefined ? {} : { subjectError }),
    ...(bodyError === undefined ? {} : { bodyError }),
  };
}

function helpersRoute(path: string): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: `${path}/helpers`,
    docs: {
      operationId: 'listTemplateHelpers',
      summary: 'List the helpers of templates',
      description: 'Returns what templates can call besides `if`, `unless`, `each` and `with`, with examples.',
      tag: TAG,
      answers: { 200: { description: 'The helpers, by name', schema: 'api/handlebarsHelpers' } },
    },
    async handle(_, scope) {
      mayLook(scope);
      const helpers = Object.entries(HELPERS).map(
        ([name, { about, usages }]): HandlebarsHelperMetadata => ({
          name,
          description: about,
          usages: usages.map((usage) => ({ ...usage })),
        }),
      );
      return json(
        200,
        helpers.sort((a, b) => (a.name < b.name ? -1 : 1)),
      );
    },
  };
}

/** Reading a template takes up to half a second, so it is for those who may write one. 403. */
export async function requireAuthor(scope: Scope): Promise<void> {
  const { authorizer, registry } = scope.catalog;
  const type = registry.get(TAG);
  const facts = () => factsOfValue(type, {}, scope);
  if (!(await isAllowed(EDIT_OWN, type, facts, scope))) await authorizer.decide(scope.actor, ['Create'], TAG, facts);
}

function mayLook({ catalog, actor }: Scope): void {
  catalog.authorizer.possible(actor, 'ViewBasic', TAG);
}
