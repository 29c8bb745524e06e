// Compares what one person is shown by lists, search, counts, events, versions and exports with what GET shows them.
import type { EntityType } from '../../../src/catalog/index.js';
import type { Answer } from '../../contract/support/contract-app.js';
import type { EveryType, Held } from './every-type-catalog.js';

export type Ask = (path: string) => Promise<Answer>;

const FAR = 9_999_999_999_999;
/** Their entities change with every batch, so their histories grow. */
const CHANGING = ['user', 'policy'];

/** A request that shows several entities of a type, and the ids in its answer. */
interface Channel {
  path: string;
  ids(answer: Answer): string[];
  /** Asked for in half of the sets. */
  rarely?: boolean;
}

/** Compares answers to a person with those to an admin, which are asked for once. */
export interface Comparison {
  /** A sentence for each difference; none if everything shows the entities of these types exactly as GET does. */
  differences(who: Ask, types: readonly EntityType[]): Promise<string[]>;
}

/** `random` chooses the entities that are asked for in every way, and the channels that are not asked each time. */
export function createComparison(catalog: EveryType, admin: Ask, random: () => number): Comparison {
  const known = new Map<string, Promise<ReadonlySet<string>>>();
  /** Ids that a channel can show at all: search has no roles, for example. */
  const knownTo = (channel: Channel) => {
    const found = known.get(channel.path) ?? admin(channel.path).then((answer) => new Set(channel.ids(answer)));
    known.set(channel.path, found);
    return found;
  };
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

  async function compareType(who: Ask, type: EntityType, found: string[]): Promise<void> {
    const held = catalog.held.get(type.name) ?? [];
    const seen = new Map<string, boolean>();
    for (const one of held) seen.set(one.id, await isSeen(who, type, one, found));
    const closer = [pick(held.filter(({ id }) => seen.get(id))), pick(held.filter(({ id }) => !seen.get(id)))];
    for (const one of closer) if (one) await lookCloser(who, type, one, seen.get(one.id) === true, found);
    for (const channel of channelsOf(type)) {
      if (channel.rarely && random() < 0.5) continue;
      const may = await knownTo(channel);
      if (may.size === 0) continue;
      const answer = await who(channel.path);
      const shown = new Set(showsAny(answer, channel.path, found) ? channel.ids(answer) : []);
      for (const { id, fqn } of held)
        if (shown.has(id) !== (may.has(id) && seen.get(id)))
          found.push(`${channel.path} ${shown.has(id) ? 'shows' : 'hides'} ${type.name} ${fqn}`);
    }
    await compareCounts(who, type, found, random);
  }

  /** By name, versions, permissions and what lies below must agree with GET. */
  async function lookCloser(who: Ask, type: EntityType, held: Held, is: boolean, found: string[]): Promise<void> {
    const also = [`${type.path}/name/${encodeURIComponent(held.fqn)}?include=all`];
    if (!type.without?.includes('versions')) also.push(`${type.path}/${held.id}/versions`);
    for (const path of also)
      if (showsAny(await who(path), path, found) !== is) found.push(`${path} ${is ? 'hides' : 'shows'} ${held.fqn}`);
    const { body } = await who(`/v1/permissions/${type.name}/${held.id}`);
    const access = body?.permissions?.find((one: { operation: string }) => one.operation === 'ViewBasic')?.access;
    if ((access === 'allow') !== is) found.push(`permissions on ${type.name} ${held.fqn} are ${access}, GET ${is}`);
    if (is) await compareReferences(who, type, held, found);
    else await askBelow(who, type, held, found);
    await compareSuggested(who, type, held, is, found);
  }

  /** What lies below an entity that is hidden: its series, parts, configurations and lists. */
  async function askBelow(who: Ask, type: EntityType, held: Held, found: string[]): Promise<void> {
    const below = pick(catalog.below.get(type.name) ?? []);
    if (below === undefined) return;
    const path = below.replace('{id}', held.id).replace(/\{(fqn|name)\}/, encodeURIComponent(held.fqn));
    const { status, text } = await who(`${path}?startTs=0&endTs=${FAR}&include=all`);
    if (status >= 500 || (status < 300 && !/"data":\[\]/.test(text)))
      found.push(`${path} answers ${status} ${text.slice(0, 200)}, GET hides it`);
  }

  /** One of the entities that an answer refers to, besides those that were written with it and its containers. */
  async function compareReferences(who: Ask, type: EntityType, held: Held, found: string[]): Promise<void> {
    const path = `${type.path}/${held.id}?include=all&fields=*`;
    const { status, body } = await who(path);
    if (status !== 200) return;
    const own = (type.traits ?? []).filter((trait) => trait.write && !trait.guarded).map(({ field }) => field);
    const fields = Object.entries(body).filter(([field]) => !own.includes(field) && !PART.test(field));
    const seen = referencesIn(fields.map(([, value]) => value));
    const named = pick(seen.filter((one) => one.id !== held.id && catalog.paths.has(one.type)));
    if (named === undefined) return;
    const target = `${catalog.paths.get(named.type)}/${named.id}?include=all`;
    const answer = await who(target);
    if (answer.status !== 200) found.push(`${path} refers to ${named.type} ${named.id}, ${target} ${answer.status}`);
  }

  async function compareSuggested(who: Ask, type: EntityType, held: Held, is: boolean, found: string[]): Promise<void> {
    if (is || random() < 0.5) return;
    const name = held.fqn.split('.').at(-1)?.replaceAll('"', '') ?? '';
    const path = `/v1/search/suggest?q=${encodeURIComponent(name)}&index=${type.name}&size=100&deleted=${held.deleted}`;
    const { text } = await who(path);
    if (text.includes(held.id)) found.push(`${path} shows ${held.fqn}`);
  }

  return {
    async differences(who, types) {
      const found: string[] = [];
      for (const type of types) await compareType(who, type, found);
      return found;
    },
  };
}

/** Containers, labels and whom parts belong to are shown with an entity, as are the references that are written with it. */
const PART =
  /^(owners|domains?|dataProducts|tags|reviewers|experts|followers|votes|service|database|databaseSchema|parent|glossary|classification|apiCollection|directory|spreadsheet|container|testSuite|basicEntityReference|updatedBy|changeDescription|incrementalChangeDescription)$/;

interface Named {
  id: string;
  type: string;
}

function referencesIn(value: unknown): Named[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  const { id, type, fullyQualifiedName } = value as Partial<Named & { fullyQualifiedName: string }>;
  if (typeof id === 'string' && typeof type === 'string' && fullyQualifiedName !== undefined) return [{ id, type }];
  return Object.entries(value).flatMap(([key, inner]) => (PART.test(key) ? [] : referencesIn(inner)));
}

function channelsOf(type: EntityType): Channel[] {
  const data = ({ body }: Answer): string[] => (body?.data ?? []).map(({ id }: { id: string }) => id);
  const hits = ({ body }: Answer): string[] => (body?.hits?.hits ?? []).map(({ _id }: { _id: string }) => _id);
  const events = ({ body }: Answer): string[] =>
    (body?.data ?? []).map(({ entityId }: { entityId: string }) => entityId);
  const channels: Channel[] = [
    { path: `${type.path}?limit=1000&include=all`, ids: data },
    { path: `/v1/search/query?q=*&index=${type.name}&size=1000`, ids: hits },
    { path: `/v1/search/query?q=*&index=${type.name}&size=1000&deleted=true`, ids: hits, rarely: true },
    { path: `/v1/events?entityCreated=${type.name}`, ids: events, rarely: true },
  ];
  if (!type.without?.includes('versions') && !CHANGING.includes(type.name))
    channels.push({ path: `${type.path}/history?startTs=0&endTs=${FAR}&limit=1000`, ids: data, rarely: true });
  return channels;
}

async function isSeen(who: Ask, type: EntityType, { id }: Held, found: string[]): Promise<boolean> {
  const path = `${type.path}/${id}?include=all`;
  return showsAny(await who(path), path, found);
}

/** 403 shows nothing; any other refusal is a difference. */
function showsAny({ status, text }: Answer, path: string, found: string[]): boolean {
  if (status !== 200 && status !== 403) found.push(`${path} answers ${status} ${text.slice(0, 200)}`);
  return status === 200;
}

/** Totals, counts by type and the lines of an export are as many as what is shown. */
async function compareCounts(who: Ask, type: EntityType, found: string[], random: () => number): Promise<void> {
  const number = async (path: string, of: (answer: Answer) => number | undefined) => {
    const answer = await who(path);
    return answer.status === 200 ? (of(answer) ?? 0) : 0;
  };
  const same = (what: string, counted: number, shown: number) => {
    if (counted !== shown) found.push(`${what} of ${type.name}: ${counted}, shown are ${shown}`);
  };
  const listed = await number(`${type.path}?limit=1000`, ({ body }) => body.data?.length);
  same('total', await number(`${type.path}?limit=0`, ({ body }) => body.paging?.total), listed);
  const field = type.countedAs?.entities;
  if (field && type.family === undefined && random() < 0.3)
    same('system count', await number('/v1/system/entities/count', ({ body }) => body[field]), listed);
  if (random() < 0.5) return;
  const hits = await number(`/v1/search/query?q=*&index=${type.name}&size=1000`, ({ body }) => body.hits.hits.length);
  const bucket = ({ body }: Answer) => body.aggregations?.['sterms#entityType']?.buckets?.[0]?.doc_count;
  same('entityTypeCounts', await number(`/v1/search/entityTypeCounts?q=*&index=${type.name}`, bucket), hits);
  const lines = ({ text }: Answer) => text.split('\r\n').filter((line) => line.startsWith(`${type.name},`)).length;
  same('export', await number(`/v1/search/export?q=*&index=${type.name}`, lines), hits);
}
