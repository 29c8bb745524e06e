/**
 * User feedback about tags that recognizers applied wrongly. It is stored with the tag, and is about an entity: only those who may see
 * this entity see it.
 */
import {
  catalogError,
  errorMessages,
  parseObject,
  parseText,
  type RecognizerFeedback,
} from '../../../contract/index.js';
import {
  createSight,
  json,
  type Named,
  type Reply,
  type Request,
  readBody,
  type Scope,
  shownReferences,
  visibleIds,
} from '../../catalog/index.js';
import { first } from '../../context/index.js';
import { getEntitiesByFqns, latestPoints, listPoints, putPoints, type SeriesRow } from '../../storage/index.js';
import { entityLink, parseEntityLink } from '../conversations/entity-link.js';
import { target } from '../entity-route.js';

export const FEEDBACK = 'type/recognizerFeedback';
/** Everybody may give feedback, so it is short. */
export const FEEDBACK_BODY = 16_384;
const kind = 'recognizerFeedback';
/** Entity id of the series that lists all feedback; each point holds the id of the tag. */
const allTags = '00000000-0000-0000-0000-000000000000';
/** Entries that a list shows, the newest ones, and entries that it looks at for them. */
const MOST_SHOWN = 200;
const MOST_READ = 2000;

/** As stored. `about` is missing if the link named nothing that the author could see. */
interface StoredFeedback extends RecognizerFeedback {
  about?: Named & { part: string };
}

export async function listFeedback(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target('tag', request, 'ViewBasic', scope);
  const page = { entityId: row.id, kind, limit: MOST_SHOWN };
  return listed((offset) => listPoints(scope.sql, { ...page, offset }), scope);
}

export async function listPending(_request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', 'tag');
  const page = { entityId: allTags, kind, limit: MOST_SHOWN };
  const pending = async (offset: number) => follow(await listPoints(scope.sql, { ...page, offset }), scope);
  return listed(pending, scope, ({ status }) => status === 'PENDING');
}

/** The newest entries that the reader may see. */
async function listed(
  read: (offset: number) => Promise<SeriesRow[]>,
  scope: Scope,
  isWanted: (feedback: RecognizerFeedback) => boolean = () => true,
): Promise<Reply> {
  const found: RecognizerFeedback[] = [];
  for (let offset = 0; offset < MOST_READ && found.length < MOST_SHOWN; offset += MOST_SHOWN)
    found.push(...(await shownFeedback(await read(offset), scope)).filter(isWanted));
  return json(200, found.slice(0, MOST_SHOWN));
}

export async function addFeedback(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await target('tag', request, 'ViewBasic', scope);
  // Whoever gives feedback decides nothing about it.
  const { resolution: _, ...given } = readBody(request, FEEDBACK, scope);
  if (given.tagFQN !== row.fqn) throw catalogError('BAD_REQUEST', `tagFQN must be ${row.fqn}`);
  const id = scope.context.id();
  const at = scope.context.now();
  const createdBy = { id: scope.actor.id, type: 'user', name: scope.actor.name };
  const about = await linked(given.entityLink, scope);
  const stored: StoredFeedback = { ...given, id, status: 'PENDING', createdAt: at, createdBy, ...(about && { about }) };
  const point = { entity_id: row.id, kind, key: id, at, doc: JSON.stringify(stored) };
  await putPoints(scope.sql, [point, { ...point, entity_id: allTags, doc: JSON.stringify(row.id) }]);
  return json<RecognizerFeedback>(201, first(await shownFeedback([point], scope)));
}

export async function getFeedback(request: Request, scope: Scope): Promise<Reply> {
  scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', 'tag');
  const id = request.params.id ?? '';
  const pointers = await latestPoints(scope.sql, [allTags], kind, id);
  const [feedback] = await shownFeedback(await follow(pointers, scope), scope);
  if (!feedback) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('recognizerFeedback', id));
  return json<RecognizerFeedback>(200, feedback);
}

/** What a link names. undefined if that is nothing, or hidden from the author: both are accepted alike. */
async function linked(link: string, scope: Scope): Promise<StoredFeedback['about']> {
  const { type, fqn, part } = parseEntityLink(link, 'entityLink', scope);
  const [row] = await getEntitiesByFqns(scope.sql, type.name, [fqn]);
  const isSeen = row !== undefined && (await visibleIds([row], scope)).has(row.id);
  return isSeen ? { id: row.id, type: type.name, part } : undefined;
}

/** The feedback that entries of the list of all feedback refer to, without that about tags that were deleted or are hidden. */
async function follow(pointers: readonly SeriesRow[], scope: Scope): Promise<SeriesRow[]> {
  const tagOf = ({ doc }: SeriesRow) => parseText(doc);
  const visible = await visibleIds(
    pointers.map((pointer) => ({ id: tagOf(pointer), type: 'tag' })),
    scope,
  );
  const shown = pointers.filter((pointer) => visible.has(tagOf(pointer)));
  const points = await Promise.all(
    shown.map((pointer) => latestPoints(scope.sql, [tagOf(pointer)], kind, pointer.key)),
  );
  return points.flat();
}

/**
 * Without feedback about what the reader may not see. Authors see their own as they gave it. Feedback about nothing is shown to those
 * who see everything. Samples are data: they take the right to see the data.
 */
async function shownFeedback(points: readonly SeriesRow[], scope: Scope): Promise<RecognizerFeedback[]> {
  const { actor } = scope;
  const all = points.map(({ doc }) => parseObject<StoredFeedback>(doc));
  const sight = createSight(scope);
  const subjects = all.flatMap(({ about }) => about ?? []);
  const sampled = await sight.allowed('ViewSampleData', subjects);
  const named = await shownReferences(
    all.flatMap(({ about, createdBy }) => [...(about ? [about.id] : []), ...(createdBy ? [createdBy.id] : [])]),
    scope,
  );
  return all.flatMap(({ about, createdBy, sampleValues, ...feedback }) => {
    const isOwn = createdBy?.id === actor.id;
    const subject = about && named.get(about.id);
    if (!isOwn && !subject && !sight.all) return [];
    const author = createdBy && (named.get(createdBy.id) ?? (isOwn ? createdBy : undefined));
    const maySample = isOwn || actor.isAdmin || (about !== undefined && sampled.has(about.id));
    const { fullyQualifiedName: fqn } = subject ?? {};
    return [
      {
        ...feedback,
        ...(about && fqn ? { entityLink: entityLink(about.type, fqn, about.part) } : {}),
        ...(author ? { createdBy: author } : {}),
        ...(sampleValues && maySample ? { sampleValues } : {}),
      },
    ];
  });
}
