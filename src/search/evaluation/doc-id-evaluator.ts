/**
 * Evaluates conditions to sets of documents, for a reader with the facet tuples of all documents in memory: the
 * full-text index is queried once per word query, tuples decide for all documents that share them, and rows are read
 * for candidates only. Nothing here blocks the event loop for long.
 */
import {
  cached,
  docIdsNamedLike,
  docIdsOfEntities,
  docIdsThatMeet,
  literalsOf,
  prefixDocIds,
  type RowCondition,
  stepsOf,
} from '../../storage/index.js';
import type { Condition } from '../query/condition.js';
import { LONGEST, wholeToken } from '../words/tokenize.js';
import { decisionOf, documentsThatPass, type Verdicts } from './decide-facet-tuple.js';
import { type DocIdSet, filtered, intersect, minus, NO_DOC_IDS, setOf, union } from './doc-id-set.js';
import { createWordFinder } from './find-words.js';
import { createPathDecisions, endingOf } from './path-decision.js';
import { type Plan, planConjunction } from './plan-conjunction.js';
import type { TimedWork } from './search-cache.js';
import { isSmall, splitWordQuery } from './word-query.js';

export interface DocIdEvaluator {
  /** The documents that meet the condition; `within` narrows the candidates, null is everything. */
  evaluate(condition: Condition, within: DocIdSet | null): Promise<DocIdSet>;
}

const ROWS_AT_ONCE = 1000;
const NAMES_AT_ONCE = 20_000;
const NAMES_LOOKED_THROUGH = 50_000;

export function createDocIdEvaluator(given: TimedWork): DocIdEvaluator {
  const { sql, tables, memory, pace } = given;
  const withWords = createWordFinder(given);
  const { verdictsOf, planOf } = createPlanner(given);
  const rows = createRowReader(given);
  const onPath = createPathSearch(given, rows);
  const onName = createNameSearch(given, rows);

  async function evaluate(condition: Condition, within: DocIdSet | null): Promise<DocIdSet> {
    if (within?.length === 0) return within;
    await pace.turn();
    const decided = verdictsOf(condition);
    if (decided) return documentsThatPass(within ?? memory.all(), memory.facetOf, decided);
    switch (condition.kind) {
      case 'words':
        if (!isSmall(condition.query)) return evaluate(splitWordQuery(condition.query), within);
        if (condition.query.kind === 'not')
          return evaluate({ kind: 'not', of: { kind: 'words', query: condition.query.of } }, within);
        return withWords(condition.query, within);
      case 'begins':
        return narrowed(await rows.beginning(condition.prefix), within);
      case 'ids': {
        const found = await docIdsOfEntities(sql, tables, condition.ids);
        return narrowed(setOf(found.map(({ n }) => n)), within);
      }
      case 'path':
        return onPath(condition.pattern, within);
      case 'name':
        return onName(condition.pattern, within);
      case 'rows':
        return rows.meeting(condition.condition, within ?? memory.all());
      case 'and':
        return allOf(planOf(condition, condition.of), within);
      case 'or':
        return anyOf(condition.of, within);
      case 'not':
        return minus(within ?? memory.all(), await evaluate(condition.of, within));
      case 'combination':
        return NO_DOC_IDS;
    }
  }

  /**
   * Evaluates the parts that find documents first, then the parts that facet tuples decide, then the rest on the
   * remaining documents.
   */
  async function allOf({ query, found, decided, asked }: Plan, within: DocIdSet | null): Promise<DocIdSet> {
    let left = query ? await withWords(query, within) : within;
    for (const part of found) left = await evaluate(part, left);
    if (decided) left = documentsThatPass(left ?? memory.all(), memory.facetOf, decided);
    for (const part of asked) left = await evaluate(part, left);
    return left ?? memory.all();
  }

  async function anyOf(of: readonly Condition[], within: DocIdSet | null): Promise<DocIdSet> {
    let found: DocIdSet = NO_DOC_IDS;
    for (const part of of) found = union(found, await evaluate(part, within));
    return found;
  }

  return { evaluate };
}

/** Caches what facet tuples decide, and the plans of conjunctions. */
function createPlanner({ decided, memory }: Pick<TimedWork, 'decided' | 'memory'>) {
  const verdicts = new Map<Condition, Verdicts | null>();
  const plans = new Map<Condition, Plan>();

  function verdictsOf(condition: Condition): Verdicts | null {
    const known = verdicts.get(condition);
    if (known !== undefined) return known;
    const decide = decisionOf(condition, decided);
    const made = decide && { decide, known: new Uint8Array(memory.tuples.end) };
    verdicts.set(condition, made);
    return made;
  }

  function planOf(condition: Condition, of: readonly Condition[]): Plan {
    const known = plans.get(condition);
    if (known) return known;
    const plan = planConjunction(of, verdictsOf);
    plans.set(condition, plan);
    return plan;
  }

  return { verdictsOf, planOf };
}

function createPathSearch({ sql, memory }: TimedWork, { namesLike, meeting }: ReturnType<typeof createRowReader>) {
  const paths = createPathDecisions({ sql, memory });

  async function onPath(pattern: string, within: DocIdSet | null): Promise<DocIdSet> {
    const { facetOf } = memory;
    const verdict = await paths(pattern);
    const candidates = filtered(within ?? memory.all(), (n) => verdict(facetOf[n] ?? 0) !== 'no');
    const sure = filtered(candidates, (n) => verdict(facetOf[n] ?? 0) === 'yes');
    let open = minus(candidates, sure);
    const ending = wholeToken(endingOf(pattern));
    if (ending !== '' && open.length > ROWS_AT_ONCE) open = intersect(open, await namesLike(`%${ending}`));
    return union(sure, await meeting({ kind: 'like', column: 'fqn', pattern }, open));
  }

  return onPath;
}

/** Narrows by the folded names, which an index covers, before it reads rows. */
function createNameSearch({ memory }: TimedWork, { namesLike, meeting }: ReturnType<typeof createRowReader>) {
  return async (pattern: string, within: DocIdSet | null): Promise<DocIdSet> => {
    const folded = foldedPattern(pattern);
    const isFew = within !== null && within.length <= ROWS_AT_ONCE;
    const candidates = isFew || folded === '%' ? (within ?? memory.all()) : narrowed(await namesLike(folded), within);
    return meeting({ kind: 'like', column: 'name', pattern }, candidates);
  };
}

/** A pattern that matches the folded names of all names that the given one matches. */
function foldedPattern(pattern: string): string {
  return literalsOf(stepsOf(pattern)).map(wholeToken).join('%').replace(/%+/g, '%');
}

/** Reads the documents with given names, and those of the candidates whose rows meet a condition. */
function createRowReader({ sql, tables, pace }: TimedWork) {
  function beginning(prefix: string): Promise<DocIdSet> {
    const weigh = (set: DocIdSet) => set.byteLength / 2;
    return cached(sql, `search.begins ${prefix}`, () => namesBeginning(prefix), weigh);
  }

  function namesBeginning(prefix: string): Promise<DocIdSet> {
    return allPages<{ key: string; n: number }>((after) =>
      prefixDocIds(sql, tables, prefix, { after, limit: NAMES_AT_ONCE }),
    );
  }

  function namesLike(pattern: string): Promise<DocIdSet> {
    return allPages<string>((after) =>
      docIdsNamedLike(sql, tables, pattern, { after: after ?? '', limit: NAMES_LOOKED_THROUGH, cut: LONGEST }),
    );
  }

  /**
   * `load` returns the page behind a key (null for the first page) and its last key (null when it is the last page).
   */
  async function allPages<P>(
    load: (after: P | null) => Promise<{ docIds: readonly number[]; last: P | null }>,
  ): Promise<DocIdSet> {
    const found: number[] = [];
    let after: P | null = null;
    do {
      const page: { docIds: readonly number[]; last: P | null } = await load(after);
      for (const n of page.docIds) found.push(n);
      after = page.last;
      await pace.turn();
    } while (after !== null);
    return setOf(found);
  }

  async function meeting(condition: RowCondition, candidates: DocIdSet): Promise<DocIdSet> {
    const found: number[] = [];
    for (let i = 0; i < candidates.length; i += ROWS_AT_ONCE) {
      const slice = [...candidates.subarray(i, i + ROWS_AT_ONCE)];
      for (const n of await docIdsThatMeet(sql, tables, condition, slice)) found.push(n);
      await pace.turn();
    }
    return setOf(found);
  }

  return { beginning, namesLike, meeting };
}

function narrowed(set: DocIdSet, within: DocIdSet | null): DocIdSet {
  return within ? intersect(set, within) : set;
}
