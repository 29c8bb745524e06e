/** Reads the columns of entities from their search documents, a few thousand entities at a time, each batch from its own snapshot. */
import type { Scope } from '../../catalog/index.js';
import { groupBy } from '../../context/index.js';
import { columnDigests, indexedEntities, indexedTags } from '../../storage/index.js';
import { labelKey, labelsByTag, type ShownLabel } from '../../traits/index.js';
import { openEngine } from '../engine/open-engine.js';
import type { Condition } from '../query/condition.js';
import { type DigestedColumn, labelsOfColumn, readColumnDigest, writeColumnDigest } from './column-digest.js';
import { turnsIn } from './walk-entities.js';

export interface DigestedEntity {
  id: string;
  columns: readonly DigestedColumn[];
}

/** The labels that columns with these tags and terms are shown with, derived ones too. */
export interface ShownLabels {
  /** The same for the same labels. */
  key: string;
  labels: readonly ShownLabel[];
}

export interface DigestBatch {
  entities: readonly DigestedEntity[];
  /** For the ids of the labels of a column (`labelsOfColumn`). */
  shown(labels: string): ShownLabels;
}

const LOOK = 2000;
const NONE: ShownLabels = { key: '', labels: [] };

export async function* walkDigests(condition: Condition, scope: Scope): AsyncGenerator<DigestBatch> {
  const labels = createLabelReader();
  let reading: Promise<ReadBatch> | null = readBatch(condition, 0, labels, scope);
  while (reading !== null) {
    const { entities, next }: ReadBatch = await reading;
    // Where the database is elsewhere, it reads the next batch while this one is counted.
    reading = next === null ? null : readBatch(condition, next, labels, scope);
    reading?.catch(() => {}); // It is awaited later, or never if the client has disconnected.
    yield { entities, shown: labels.shown };
  }
}

interface ReadBatch {
  entities: readonly DigestedEntity[];
  /** Where to go on; null at the end. */
  next: number | null;
}

async function readBatch(condition: Condition, after: number, labels: LabelReader, scope: Scope): Promise<ReadBatch> {
  await turnsIn(scope)();
  return scope.reopen(async (sql) => {
    const inside = { ...scope, sql };
    const { hits, next } = await (await openEngine(inside)).after(condition, after, LOOK);
    const digests = await digestsOf(
      hits.map(({ id }) => id),
      inside,
    );
    const entities = digests.map(({ id, columns }) => ({ id, columns: readColumnDigest(columns) }));
    await labels.load(entities, inside);
    return { entities, next };
  });
}

/** In the order of the ids, which is that of documents. Derived from the entity where its document has no digest yet. */
async function digestsOf(ids: readonly string[], scope: Scope): Promise<{ id: string; columns: string }[]> {
  const stored = await columnDigests(scope.sql, ids);
  const missing = ids.filter((id) => stored.get(id) === null);
  const made = missing.length === 0 ? new Map<string, string>() : await makeDigests(missing, scope);
  return ids.flatMap((id) => {
    const columns = stored.get(id) ?? made.get(id);
    return columns === undefined ? [] : [{ id, columns }];
  });
}

async function makeDigests(ids: readonly string[], { sql, catalog }: Scope): Promise<Map<string, string>> {
  const [rows, tags] = await Promise.all([indexedEntities(sql, ids), indexedTags(sql, ids)]);
  const tagsOf = groupBy(tags, ({ entity_id }) => entity_id);
  return new Map(
    rows.map(({ id, type, doc }) => [
      id,
      writeColumnDigest(catalog.registry.get(type), JSON.parse(doc), tagsOf.get(id) ?? []),
    ]),
  );
}

interface LabelReader extends Pick<DigestBatch, 'shown'> {
  load(entities: readonly DigestedEntity[], scope: Scope): Promise<void>;
}

/** Reads each label once: what a request shows of a label does not change on the way. */
function createLabelReader(): LabelReader {
  const byTag = new Map<string, readonly ShownLabel[]>();
  const byList = new Map<string, ShownLabels>();

  async function load(entities: readonly DigestedEntity[], scope: Scope): Promise<void> {
    const lists = new Set<string>();
    for (const { columns } of entities) for (const column of columns) lists.add(labelsOfColumn(column));
    const unknown = new Set([...lists].flatMap(idsIn).filter((id) => !byTag.has(id)));
    if (unknown.size === 0) return;
    const found = await labelsByTag([...unknown], scope);
    for (const id of unknown) byTag.set(id, found.get(id) ?? []);
  }

  function shown(list: string): ShownLabels {
    const known = list === '' ? NONE : byList.get(list);
    if (known) return known;
    const labels = idsIn(list).flatMap((id) => byTag.get(id) ?? []);
    const made = { key: [...new Set(labels.map(labelKey))].sort().join('\n'), labels };
    byList.set(list, made);
    return made;
  }

  return { load, shown };
}

function idsIn(list: string): readonly string[] {
  return list === '' ? [] : list.split(' ');
}
