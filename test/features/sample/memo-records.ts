import { catalogError } from '../../../contract/index.js';
import type { Command, DataRoute, WriteCheck } from '../../../src/catalog/index.js';
import { json, parseLinked, putEntities, type Scope } from '../../../src/catalog/index.js';
import type { EventReader } from '../../../src/events/index.js';
import type { FeatureJob } from '../../../src/feature/index.js';
import { declareJob } from '../../../src/jobs/index.js';
import { countEntities, getSetting, putSetting, type Sql } from '../../../src/storage/index.js';
import { memo } from './memo.js';

const CREATED = 'memo.created';
const COUNTED = 'memo.counted';

/** Keeps a memo in every catalog. */
export const welcomeMemo: Command = {
  name: 'memo.welcome',
  async run(_, scope) {
    await putEntities(memo, [{ name: 'welcome', description: 'Write memos.' }], { override: false }, scope);
    return null;
  },
};

/** Refuses memos that shout. */
export const quietMemos: WriteCheck = {
  name: 'memo.quiet',
  async begin(type) {
    if (type.name !== memo.name) return null;
    return async (writings) => {
      for (const { after } of writings)
        if (/!!/.test(String(parseLinked(after, '').description)))
          throw catalogError('BAD_REQUEST', 'A memo must not shout');
    };
  },
};

/** Counts all memos that were ever created. */
export const createdMemos: EventReader<Scope> = {
  name: CREATED,
  batch: 10,
  from: 'oldest',
  async handle(events) {
    const created = events.filter(({ kind, entity_type }) => kind === 'entityCreated' && entity_type === memo.name);
    if (created.length === 0) return;
    return async (scope) => {
      const before = await readNumber(scope.sql, CREATED);
      await saveNumber(CREATED, before + created.length, scope);
    };
  },
};

/** Counts memos every second. */
export const countMemos: FeatureJob<null> = {
  ...declareJob({ name: COUNTED }),
  schedule: '* * * * * *',
  async run(_, { store, transaction }) {
    const count = await countEntities(store.read, { type: memo.name, include: 'non-deleted' });
    await transaction((scope) => saveNumber(COUNTED, count, scope));
  },
};

/** Returns what the reader and the job have stored. `observe` gets the milliseconds that it took. */
export function memoSummaryRoute(observe: (milliseconds: number) => void): DataRoute {
  return {
    kind: 'read',
    method: 'GET',
    path: '/v1/memos/summary',
    docs: {
      operationId: 'getMemoSummary',
      summary: 'How many memos there are',
      tag: memo.name,
      answers: { 200: { description: 'The numbers', schema: { inline: { type: 'object' } } } },
    },
    async handle(_request, { sql, actor, catalog, context }) {
      catalog.authorizer.possible(actor, 'ViewAll', memo.name);
      const begun = context.now();
      const summary = { created: await readNumber(sql, CREATED), counted: await readNumber(sql, COUNTED) };
      observe(context.now() - begun);
      return json(200, summary);
    },
  };
}

async function readNumber(sql: Sql, name: string): Promise<number> {
  const row = await getSetting(sql, name);
  return row ? Number(row.doc) : 0;
}

async function saveNumber(name: string, value: number, { sql, context }: Scope): Promise<void> {
  await putSetting(sql, { name, updated_at: context.now(), doc: String(value) });
}
