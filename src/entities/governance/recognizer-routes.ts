/** Recognizers of a tag, and user feedback about tags that they applied wrongly. Feedback is stored with the tag. */
import {
  catalogError,
  errorMessages,
  parseObject,
  parseText,
  type Recognizer,
  type RecognizerFeedback,
  type Tag,
} from '../../../contract/index.js';
import {
  type DataRoute,
  json,
  type Reply,
  type Request,
  type RouteDocs,
  readBody,
  readDocument,
  type Scope,
  visibleIds,
} from '../../catalog/index.js';
import { latestPoints, listPoints, putPoints, type SeriesRow } from '../../storage/index.js';
import { target } from '../entity-route.js';

const kind = 'recognizerFeedback';
const schema = 'type/recognizerFeedback';
/** Entity id of the series that lists all feedback; each point holds the id of the tag. */
const allTags = '00000000-0000-0000-0000-000000000000';

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
        answers: { 200: { description: 'Feedback, newest first', schema: { arrayOf: schema } } },
      },
      handle: listFeedback,
    },
    {
      kind: 'write',
      method: 'POST',
      path: `${path}/name/{fqn}/feedback`,
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

async function listFeedback(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target('tag', request, 'ViewBasic', scope);
  return json(200, (await listPoints(scope.sql, { entityId: row.id, kind })).map(feedbackOf));
}

async function listPending(_request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', 'tag');
  const all: (RecognizerFeedback | undefined)[] = [];
  for (const point of await listPoints(scope.sql, { entityId: allTags, kind })) all.push(await follow(point, scope));
  return json(
    200,
    all.filter((feedback) => feedback?.status === 'PENDING'),
  );
}

async function addFeedback(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target('tag', request, 'ViewBasic', scope);
  const given = readBody(request, schema, scope);
  if (given.tagFQN !== row.fqn) throw catalogError('BAD_REQUEST', `tagFQN must be ${row.fqn}`);
  const id = scope.context.id();
  const at = scope.context.now();
  const createdBy = { id: scope.actor.id, type: 'user', name: scope.actor.name };
  const feedback = { ...given, id, status: 'PENDING' as const, createdAt: at, createdBy };
  await putPoints(scope.sql, [
    { entity_id: row.id, kind, key: id, at, doc: JSON.stringify(feedback) },
    { entity_id: allTags, kind, key: id, at, doc: JSON.stringify(row.id) },
  ]);
  return json<RecognizerFeedback>(201, feedback);
}

async function getFeedback(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', 'tag');
  const id = request.params.id ?? '';
  const [pointer] = await latestPoints(scope.sql, [allTags], kind, id);
  const feedback = pointer ? await follow(pointer, scope) : undefined;
  if (!feedback) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('recognizerFeedback', id));
  return json<RecognizerFeedback>(200, feedback);
}

/** The feedback that an entry of the list of all feedback refers to; undefined if its tag was deleted or is hidden. */
async function follow(pointer: SeriesRow, scope: Scope): Promise<RecognizerFeedback | undefined> {
  const tagId = parseText(pointer.doc);
  if (!(await visibleIds([{ id: tagId, type: 'tag' }], scope)).has(tagId)) return undefined;
  const [point] = await latestPoints(scope.sql, [tagId], kind, pointer.key);
  return point && feedbackOf(point);
}

function feedbackOf(point: SeriesRow): RecognizerFeedback {
  return parseObject<RecognizerFeedback>(point.doc);
}
