// Creates the judged catalog over HTTP, as clients do.
import { entityTypes } from '../../../src/entities/index.js';
import type { Asset } from './asset.js';

export type Send = (method: string, path: string, body?: unknown) => Promise<{ status: number; json: Body }>;
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
type Body = any;

const order = [
  'user',
  'team',
  'classification',
  'tag',
  'domain',
  'dataProduct',
  'databaseService',
  'database',
  'databaseSchema',
  'table',
  'storedProcedure',
  'query',
  'ingestionPipeline',
];

const SLICE = 1000;
const inBulk = ['table', 'storedProcedure', 'query'];

/** Creates all of them and tells their use. Fails at the first that is refused. */
export async function loadCatalog(assets: readonly Asset[], send: Send): Promise<void> {
  const ids = new Map<string, string>();
  const idOf = (type: string, fqn: string) => ids.get(`${type} ${fqn}`) as string;
  for (const type of order) {
    const ofType = assets.filter((one) => one.type === type);
    const path = entityTypes.find(({ name }) => name === type)?.path ?? '';
    if (inBulk.includes(type))
      for (let at = 0; at < ofType.length; at += SLICE)
        await ok(
          send,
          'PUT',
          `${path}/bulk`,
          ofType.slice(at, at + SLICE).map((one) => createRequest(one, idOf)),
        );
    else
      for (const one of ofType) {
        const { id } = await ok(send, 'PUT', path, createRequest(one, idOf)); // some are there from the start
        ids.set(`${type} ${one.fqn}`, id).set(`${type} ${one.name}`, id);
      }
  }
  const date = new Date().toISOString().slice(0, 10);
  for (const { type, fqn, use } of assets)
    if (use > 0) await ok(send, 'POST', `/v1/usage/${type}/name/${encodeURIComponent(fqn)}`, { date, count: use });
}

async function ok(send: Send, method: string, path: string, body: unknown): Promise<Body> {
  const { status, json } = await send(method, path, body);
  if (status > 201 || json.numberOfRowsFailed > 0)
    throw new Error(`${method} ${path} → ${status} ${JSON.stringify(json.failedRequest?.[0] ?? json).slice(0, 500)}`);
  return json;
}

function createRequest(one: Asset, idOf: (type: string, fqn: string) => string): Body {
  const { type, name, displayName, description, owner, tags, domain, rest } = one;
  const label = (tagFQN: string) => ({ tagFQN, source: 'Classification', labelType: 'Manual', state: 'Confirmed' });
  return {
    name,
    ...(displayName ? { displayName } : {}),
    ...(description ? { description } : {}),
    ...(owner ? { owners: [{ type: owner.type, id: idOf(owner.type, owner.name) }] } : {}),
    ...(tags.length > 0 ? { tags: tags.map(label) } : {}),
    ...(domain ? { domains: [domain] } : {}),
    ...place(one, idOf),
    ...(type === 'table'
      ? {
          columns: one.columns.map((column) => ({
            name: column,
            dataType: dataType(column),
            ...(dataType(column) === 'VARCHAR' ? { dataLength: 200 } : {}),
            ...(one.columnTags[column] ? { tags: [label(one.columnTags[column])] } : {}),
          })),
        }
      : {}),
    ...rest,
  };
}

function place({ type, container, rest }: Asset, idOf: (type: string, fqn: string) => string): Body {
  switch (type) {
    case 'tag':
      return { classification: container };
    case 'database':
    case 'query':
      return { service: container };
    case 'databaseSchema':
      return { database: container };
    case 'table':
    case 'storedProcedure':
      return { databaseSchema: container };
    case 'ingestionPipeline': {
      const { pipelineType } = rest;
      const config = { type: pipelineType === 'metadata' ? 'DatabaseMetadata' : configTypes[String(pipelineType)] };
      const service = { type: 'databaseService', id: idOf('databaseService', container ?? '') };
      return { service, sourceConfig: { config }, airflowConfig: {} };
    }
    default:
      return {};
  }
}

const configTypes: Readonly<Record<string, string>> = {
  usage: 'DatabaseUsage',
  lineage: 'DatabaseLineage',
  profiler: 'Profiler',
};

function dataType(column: string): string {
  if (/_id$|^id$|count|quantity|points$/.test(column)) return 'BIGINT';
  if (/_at$/.test(column)) return 'TIMESTAMP';
  if (/amount|price|rate|fee|score/.test(column)) return 'DECIMAL';
  return 'VARCHAR';
}
