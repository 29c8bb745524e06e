/** Recognizers of a tag, and user feedback about tags that they applied wrongly. */
import type { Recognizer, Tag } from '../../../contract/index.js';
import {
  type DataRoute,
  json,
  type Reply,
  type Request,
  type RouteDocs,
  readDocument,
  type Scope,
} from '../../catalog/index.js';
import { target } from '../entity-route.js';
import { addFeedback, FEEDBACK, FEEDBACK_BODY, getFeedback, listFeedback, listPending } from './tag-feedback.js';

const schema = FEEDBACK;
const ABOUT_SEEN =
  'The newest 200 entries about what the caller may see, with samples of its data if the caller may see these.';

export function recognizerRoutes(path: string): DataRoute[] {
  const docs = (operationId: string, summary: string): Omit<RouteDocs, 'answers'> => ({
    operationId,
    summary,
    tag: 'tag',
    errors: [404],
  });
  const recognizers = (naming: string, suffix: string): DataRoute => ({
    kind: 'read',
    method: 'GET',
    path: `${path}/${naming}/recognizers`,
    docs: {
      ...docs(`list_tag_recognizers${suffix}`, 'List the recognizers of a tag'),
      answers: { 200: { description: 'Recognizers', schema: { pageOf: 'type/recognizer' } } },
    },
    handle: listRecognizers,
  });
  return [
    recognizers('{id}', ''),
    recognizers('name/{fqn}', '_by_name'),
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/name/{fqn}/feedback`,
      docs: {
        ...docs('list_tag_feedback', 'List the feedback about a wrongly applied tag'),
        description: ABOUT_SEEN,
        answers: { 200: { description: 'Feedback, newest first', schema: { arrayOf: schema } } },
      },
      handle: listFeedback,
    },
    {
      kind: 'write',
      method: 'POST',
      path: `${path}/name/{fqn}/feedback`,
      bodyLimit: FEEDBACK_BODY,
      docs: {
        ...docs('add_tag_feedback', 'Report a wrongly applied tag'),
        body: { schema },
        answers: { 201: { description: 'The feedback', schema } },
      },
      handle: addFeedback,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/feedback/pending`,
      docs: {
        ...docs('list_pending_tag_feedback', 'List the pending feedback'),
        description: ABOUT_SEEN,
        answers: { 200: { description: 'Feedback, newest first', schema: { arrayOf: schema } } },
      },
      handle: listPending,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/feedback/{id}`,
      docs: {
        ...docs('get_tag_feedback', 'Get one feedback entry'),
        answers: { 200: { description: 'The feedback', schema } },
      },
      handle: getFeedback,
    },
  ];
}

/** Recognizers with ids: labels that they make name them. One without an id is the stored one of its name, or a new one. */
export function identified(
  recognizers: readonly Recognizer[],
  stored: readonly Recognizer[],
  { context }: Scope,
): Recognizer[] {
  const taken = new Set(recognizers.map(({ id }) => id));
  const known = new Map(stored.filter(({ id }) => !taken.has(id)).map(({ name, id }) => [name, id]));
  return recognizers.map((recognizer) => {
    if (recognizer.id) return recognizer;
    const id = known.get(recognizer.name) ?? context.id();
    known.delete(recognizer.name);
    return { id, ...recognizer };
  });
}

async function listRecognizers(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target('tag', request, 'ViewBasic', scope);
  const recognizers = readDocument<Tag>(row).recognizers ?? [];
  return json(200, { data: recognizers, paging: { total: recognizers.length } });
}
