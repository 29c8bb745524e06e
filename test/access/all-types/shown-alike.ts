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
}

/** Compares answers to a person with those to an admin, which are asked for once. */
export interface Comparison {
  /** A sentence for each difference; none if everything shows the entities of these types exactly as GET does. */
  differences(who: Ask, types: readonly EntityType[]): Promise<string[]>;
}

export function createComparison(catalog: EveryType, admin: Ask): Comparison {
  const known = new Map<string, Promise<ReadonlySet<string>>>();
  /** Ids that a channel can show at all: search has no roles, for example. */
  const knownTo = (channel: Channel) => {
    const found = known.get(channel.path) ?? admin(channel.path).then((answer) => new Set(channel.ids(answer)));
    known.set(channel.path, found);
    return found;
  };

  async function compareType(who: Ask, type: EntityType, found: string[]): Promise<void> {
    const held = catalog.held.get(type.name) ?? [];
    const seen = new Map<string, boolean>();
    for (const one of held) seen.set(one.id, await look(who, type, one, found));
    for (const channel of channelsOf(type)) {
      const may = await knownTo(channel);
      if (may.size === 0) continue;
      const answer = await who(channel.path);
      const shown = new Set(showsAny(answer, channel.path, found) ? channel.ids(answer) : []);
      for (const { id, fqn } of held)
        if (shown.has(id) !== (may.has(id) && seen.get(id)))
          found.push(`${channel.path} ${shown.has(id) ? 'shows' : 'hides'} ${type.name} ${fqn}`);
    }
    await compareCounts(who, type, found);
  }

  return {
    async differences(who, types) {
      const found: string[] = [];
      for (const type of types) await compareType(who, type, found);
      return found;
    },
  };
}

function channelsOf(type: EntityType): Channel[] {
  const data = ({ body }: Answer): string[] => (body?.data ?? []).map(({ id }: { id: string }) => id);
  const hits = ({ body }: Answer): string[] => (body?.hits?.hits ?? []).map(({ _id }: { _id: string }) => _id);
  const events = ({ body }: Answer): string[] =>
    (body?.data ?? []).map(({ entityId }: { entityId: string }) => entityId);
  const channels: Channel[] = [
    { path: `${type.path}?limit=1000&include=all`, ids: data },
    { path: `/v1/search/query?q=*&index=${type.name}&size=1000`, ids: hits },
    { path: `/v1/search/query?q=*&index=${type.name}&size=1000&deleted=true`, ids: hits },
    { path: `/v1/events?entityCreated=${type.name}`, ids: events },
  ];
  if (!type.without?.includes('versions') && !CHANGING.includes(type.name))
    channels.push({ path: `${type.path}/history?startTs=0&endTs=${FAR}&limit=1000`, ids: data });
  return channels;
}

/** GET by id; by name, versions and permissions must agree with it. */
async function look(who: Ask, type: EntityType, held: Held, found: string[]): Promise<boolean> {
  const byId = `${type.path}/${held.id}?include=all`;
  const is = showsAny(await who(byId), byId, found);
  const also = [`${type.path}/name/${encodeURIComponent(held.fqn)}?include=all`];
  if (!type.without?.includes('versions')) also.push(`${type.path}/${held.id}/versions`);
  for (const path of also)
    if (showsAny(await who(path), path, found) !== is) found.push(`${path} ${is ? 'hides' : 'shows'} ${held.fqn}`);
  const { body } = await who(`/v1/permissions/${type.name}/${held.id}`);
  const access = body?.permissions?.find((one: { operation: string }) => one.operation === 'ViewBasic')?.access;
  if ((access === 'allow') !== is) found.push(`permissions on ${type.name} ${held.fqn} are ${access}, GET ${is}`);
  return is;
}

/** 403 shows nothing; any other refusal is a difference. */
function showsAny({ status, text }: Answer, path: string, found: string[]): boolean {
  if (status !== 200 && status !== 403) found.push(`${path} answers ${status} ${text.slice(0, 200)}`);
  return status === 200;
}

/** Totals, counts by type and the lines of an export are as many as what is shown. */
async function compareCounts(who: Ask, type: EntityType, found: string[]): Promise<void> {
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
  if (field && type.family === undefined)
    same('system count', await number('/v1/system/entities/count', ({ body }) => body[field]), listed);
  const hits = await number(`/v1/search/query?q=*&index=${type.name}&size=1000`, ({ body }) => body.hits.hits.length);
  const bucket = ({ body }: Answer) => body.aggregations?.['sterms#entityType']?.buckets?.[0]?.doc_count;
  same('entityTypeCounts', await number(`/v1/search/entityTypeCounts?q=*&index=${type.name}`, bucket), hits);
  const lines = ({ text }: Answer) => text.split('\r\n').filter((line) => line.startsWith(`${type.name},`)).length;
  same('export', await number(`/v1/search/export?q=*&index=${type.name}`, lines), hits);
}
