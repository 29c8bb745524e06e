/** Reads the columns of entities from their search documents, a few thousand entities at a time, each batch from its own snapshot. */
import type { Scope } from '../../catalog/index.js';
import { columnDigests, indexedEntities, indexedTags } from '../../storage/index.js';
import { labelsByTag, type ShownLabel } from '../../traits/index.js';
import { openEngine } from '../engine/open-engine.js';
import { grouped } from '../hits/grouped.js';
import type { Condition } from '../query/condition.js';
import { type DigestedColumn, readColumnDigest, writeColumnDigest } from './column-digest.js';
import { paceOf, turnsIn } from './walk-entities.js';

export interface ShownColumn extends Omit<DigestedColumn, 'labels'> {
  /** The labels that it is shown with, derived ones too. */
  labels: readonly ShownLabel[];
}

export interface DigestedEntity {
  id: string;
  columns: readonly ShownColumn[];
}

const LOOK = 2000;
const NONE: readonly ShownLabel[] = [];

export async function* walkDigests(condition: Condition, scope: Scope): AsyncGenerator<DigestedEntity> {
  const pace = paceOf(scope);
  const nextTurn = turnsIn(scope);
  const labelsOf = createLabelReader();
  for (let at: number | null = 0; at !== null; ) {
    const after: number = at;
    await nextTurn();
    const found = await scope.reopen(async (sql) => {
      const inside = { ...scope, sql };
      const { hits, next } = await (await openEngine(inside)).after(condition, after, LOOK);
      const digests = await digestsOf(
        hits.map(({ id }) => id),
        inside,
      );
      const entities = digests.map(({ id, columns }) => ({ id, columns: readColumnDigest(columns) }));
      await labelsOf.load(
        entities.flatMap(({ columns }) => columns.flatMap(({ labels }) => labels)),
        inside,
      );
      return { entities, next };
    });
    for (const { id, columns } of found.entities) {
      yield {
        id,
        columns: columns.map((column) => ({ ...column, labels: labelsOf.shown(column.labels) })),
      };
      await pace.turn();
    }
    at = found.next;
  }
}

/** In the order of the ids, which is that of documents. Derived from the entity where its document has no digest yet. */
async function digestsOf(ids: readonly string[], scope: Scope): Promise<{ id: string; columns: string }[]> {
  const stored = new Map((await columnDigests(scope.sql, ids)).map(({ id, columns }) => [id, columns]));
  const missing = ids.filter((id) => stored.get(id) === null);
  const made = missing.length === 0 ? new Map<string, string>() : await makeDigests(missing, scope);
  return ids.flatMap((id) => {
    const columns = stored.get(id) ?? made.get(id);
    return columns === undefined ? [] : [{ id, columns }];
  });
}

async function makeDigests(ids: readonly string[], { sql, catalog }: Scope): Promise<Map<string, string>> {
  const [rows, tags] = await Promise.all([indexedEntities(sql, ids), indexedTags(sql, ids)]);
  const tagsOf = grouped(tags, ({ entity_id }) => entity_id);
  return new Map(
    rows.map(({ id, type, doc }) => [
      id,
      writeColumnDigest(catalog.registry.get(type), JSON.parse(doc), tagsOf.get(id) ?? []),
    ]),
  );
}

/** Reads each label once: what a request shows of a label does not change on the way. */
function createLabelReader() {
  const byTag = new Map<string, readonly ShownLabel[]>();
  return {
    async load(tagIds: readonly string[], scope: Scope): Promise<void> {
      const unknown = [...new Set(tagIds)].filter((id) => !byTag.has(id));
      if (unknown.length === 0) return;
      const labels = await labelsByTag(unknown, scope);
      for (const id of unknown) byTag.set(id, labels.get(id) ?? NONE);
    },
    shown(tagIds: readonly string[]): readonly ShownLabel[] {
      return tagIds.length === 0 ? NONE : tagIds.flatMap((id) => byTag.get(id) ?? NONE);
    },
  };
}
