/** Tries notification templates: on a sample event, and at real destinations. */
import {
  catalogError,
  type NotificationTemplateRenderRequest,
  type NotificationTemplateRenderResponse,
} from '../../../contract/index.js';
import {
  type ActionRoute,
  type ActionScope,
  type DataRoute,
  json,
  type Reply,
  type Request,
  readBody,
  type Scope,
} from '../../catalog/index.js';
import { alertSources, notificationTemplate, requireAuthor, sampleEvent, validationOf } from '../../entities/index.js';
import type { Message } from '../../mail/index.js';
import { TemplateError } from '../../templates/index.js';
import type { AlertDeps } from '../alert-deps.js';
import { contextOf, createRenderer, readHtml, readSurroundings, safeMailHtml } from '../messages/index.js';
import { openGiven, sendTests } from './test-destination-route.js';

const { name: tag, path } = notificationTemplate;
const BODY = 'api/events/notificationTemplateRenderRequest';

export function templateTrialRoutes(deps: AlertDeps): (DataRoute | ActionRoute)[] {
  return [
    {
      kind: 'read',
      method: 'POST',
      path: `${path}/render`,
      docs: {
        operationId: 'renderNotificationTemplate',
        summary: 'Render a template',
        description:
          'Renders the template for a sample event of a source of alerts and returns it as safe HTML. `render` is missing if the template is not valid.',
        tag,
        body: { schema: BODY, required: true },
        answers: {
          200: { description: 'The rendered message', schema: 'api/events/notificationTemplateRenderResponse' },
        },
      },
      async handle(request, scope) {
        await requireAuthor(scope);
        const { answer } = await render(readBody(request, BODY, scope), scope);
        return json(200, answer);
      },
    },
    {
      kind: 'action',
      method: 'POST',
      path: `${path}/send`,
      docs: {
        operationId: 'sendNotificationTemplate',
        summary: 'Send a message rendered by a template',
        description:
          'Renders the template for a sample event and sends the message to External destinations, like the test of destinations. Nothing is sent if the template is not valid; 400 names a destination that did not accept the message.',
        tag,
        body: { schema: 'api/events/notificationTemplateSendRequest', required: true },
        answers: {
          200: { description: 'Whether it is valid', schema: 'api/events/notificationTemplateValidationResponse' },
        },
      },
      handle: (request, scope) => send(request, scope, deps),
    },
  ];
}

interface Rendered {
  answer: NotificationTemplateRenderResponse;
  message: Message | null;
}

async function render(
  asked: NotificationTemplateRenderRequest,
  scope: Pick<Scope, 'catalog' | 'sql'>,
): Promise<Rendered> {
  const { catalog } = scope;
  const { templateSubject, templateBody, resource, eventType } = asked;
  const sources = new Set(
    [...alertSources('Notification', catalog), ...alertSources('Observability', catalog)].map(({ name }) => name),
  );
  if (!sources.has(resource))
    throw catalogError('BAD_REQUEST', `resource: ${JSON.stringify(resource)} is not a source of alerts`);
  const validation = await validationOf({ templateSubject, templateBody });
  if (!validation.isValid) return { answer: { validation }, message: null };
  const alert = { name: 'sample', displayName: 'Sample alert' };
  const context = {
    ...contextOf({ alert, event: sampleEvent(resource, eventType), channel: 'Email' }, await readSurroundings(scope)),
    // What the envelope of mails gets.
    ...{ subject: 'Sample alert', body: '<p>A message</p>' },
  };
  const renderer = createRenderer();
  let part: 'subject' | 'body' = 'subject';
  try {
    const subject = await renderer.subject(templateSubject, context);
    part = 'body';
    const body = await renderer.html(templateBody, context);
    const message = { subject, blocks: readHtml(body) };
    return { answer: { validation, render: { subject, body: safeMailHtml(body) } }, message };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { answer: { validation: { isValid: false, [`${part}Error`]: error.message } }, message: null };
  }
}

async function send(request: Request, scope: ActionScope, deps: AlertDeps): Promise<Reply> {
  const { tried, rendered } = await scope.readAs(async (inner) => {
    await requireAuthor(inner);
    const { renderRequest, destinations } = await openGiven(inner, () =>
      readBody(request, 'api/events/notificationTemplateSendRequest', inner),
    );
    return { tried: destinations, rendered: await render(renderRequest, inner) };
  });
  const { answer, message } = rendered;
  if (message === null) return json(200, answer.validation);
  const sent = await sendTests(tried, message, scope, deps);
  for (const [i, { statusDetails }] of sent.entries())
    if (statusDetails && 'reason' in statusDetails && statusDetails.status === 'Failed')
      throw catalogError('BAD_REQUEST', `destinations[${i}]: the message was not accepted: ${statusDetails.reason}`);
  return json(200, answer.validation);
}
