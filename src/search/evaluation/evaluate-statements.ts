/**
 * Searches where several may write at once: the database counts what words find by combination, the combinations are decided here,
 * and those that hold go back as a list.
 */
import {
  countByFacet,
  currentTables,
  facetsNumbered,
  facetsOfIds,
  facetsOfNames,
  hitsBetween,
  lasting,
  lighterHits,
  namesWithPrefix,
  partLines,
  type SearchCondition,
  type SearchPlan,
  type Sql,
  searchHits,
  sortedHits,
  type WordQuery,
} from '../../storage/index.js';
import type { Condition } from '../condition.js';
import type { Facets } from '../make-document.js';
import { createCombinations } from './combinations.js';
import { type Decided, decisionOf } from './decide-combination.js';
import type { Evaluation, Found } from './found.js';
import { together } from './word-query.js';

interface Counts {
  facet: number;
  count: number;
}

export async function evaluateStatements(sql: Sql): Promise<Evaluation> {
  const { generation, filling } = await currentTables(sql);
  const combinations = lasting(sql, 'search combinations', createKnown).of(`${generation} ${filling}`);
  const containers = new Map<number, number>();
  const given: Decided = { combinations, ofContainer: (term) => containers.get(term) ?? 0 };

  async function find(condition: Condition): Promise<Found> {
    const parts = conjuncts(condition);
    const words = together(parts.flatMap((part) => (isQuestion(part) ? [part.query] : [])));
    const touched = await countByFacet(sql, { words, conditions: [] });
    const numbers = touched.map(({ facet }) => facet);
    await learn(numbers);
    const rest: Condition = { kind: 'and', of: parts.filter((part) => !isQuestion(part)) };
    const decision = decisionOf(rest, given);
    if (decision) {
      const counts = touched.filter(({ facet }) => decision(facet));
      return foundOf(condition, { words, conditions: facetList(numbers, decision) }, counts);
    }
    const plan: SearchPlan = { words, conditions: [resolved(rest, numbers)] };
    return foundOf(condition, plan, await countByFacet(sql, plan));
  }

  /** Combinations that were met, and those of the containers in them. */
  async function learn(facets: readonly number[]): Promise<void> {
    await learnNumbers(facets);
    const terms = new Map<number, string>();
    for (const facet of facets)
      combinations.some(facet, (term) => {
        if (!containers.has(term) && combinations.fieldName(combinations.fieldOf(term)).startsWith('c.'))
          terms.set(term, combinations.valueOf(term));
        return false;
      });
    const rows = new Map((await facetsOfIds(sql, [...new Set(terms.values())])).map(({ id, facet }) => [id, facet]));
    for (const [term, id] of terms) containers.set(term, rows.get(id) ?? 0);
    await learnNumbers([...rows.values()]);
  }

  async function learnNumbers(numbers: readonly number[]): Promise<void> {
    const missing = [...new Set(numbers)].filter((f) => !combinations.has(f));
    for (const { f, facets } of await facetsNumbered(sql, missing)) combinations.add(f, JSON.parse(facets) as Facets);
  }

  function foundOf(condition: Condition, plan: SearchPlan, counts: readonly Counts[]): Found {
    return {
      condition,
      total: counts.reduce((sum, { count }) => sum + count, 0),
      decided: given,
      counts: () => counts,
      narrowed: (other) => find({ kind: 'and', of: [condition, other] }),
      lightest: (limit) => searchHits(sql, plan, limit),
      lighter: (after, limit) => lighterHits(sql, plan, after, limit),
      lightestOf: async (other, limit) => (await find({ kind: 'and', of: [condition, other] })).lightest(limit),
      sorted: (sort, page) => sortedHits(sql, plan, sort, page),
      partLines: () => partLines(sql, plan),
    };
  }

  /** The condition for the database, given the combinations it can meet. */
  function resolved(condition: Condition, numbers: readonly number[]): SearchCondition {
    const decision = decisionOf(condition, given);
    if (decision) return { kind: 'and', of: facetList(numbers, decision) };
    switch (condition.kind) {
      case 'words':
        return condition;
      case 'begins':
        return { kind: 'words', query: beginsWith(condition.prefix) };
      case 'path':
        return { kind: 'like', column: 'fqn', pattern: condition.pattern };
      case 'ids':
        return { kind: 'list', condition: { by: 'ids', ids: condition.ids } };
      case 'rows':
        return condition.condition;
      case 'and':
      case 'or':
        return { kind: condition.kind, of: condition.of.map((part) => resolved(part, numbers)) };
      case 'not':
        return { kind: 'not', of: resolved(condition.of, numbers) };
      case 'combination':
        return { kind: 'or', of: [] };
    }
  }

  return {
    types: null,
    find,
    async beginning(prefix, condition, limit) {
      const facets = await facetsOfNames(sql, prefix, LOOKED);
      await learn(facets);
      return namesWithPrefix(sql, prefix, [resolved(condition, facets)], { looked: LOOKED, limit });
    },
    async after(condition, after, limit) {
      const parts = conjuncts(condition);
      const words = together(parts.flatMap((part) => (isQuestion(part) ? [part.query] : [])));
      const stretch: SearchCondition = { kind: 'numbers', after, to: after + STRETCH };
      const facets = (await countByFacet(sql, { words, conditions: [stretch] })).map(({ facet }) => facet);
      await learn(facets);
      const rest = parts.filter((part) => !isQuestion(part)).map((part) => resolved(part, facets));
      return hitsBetween(sql, { words, conditions: [stretch, ...rest] }, stretch, limit);
    },
  };
}

/** Combinations of one filling of the tables; their numbers mean something else in the next. */
function createKnown() {
  let known = { filling: '', combinations: createCombinations() };
  return {
    of(filling: string) {
      if (known.filling !== filling) known = { filling, combinations: createCombinations() };
      return known.combinations;
    },
  };
}

const LOOKED = 2_000;
const STRETCH = 5_000;

/** Only what was looked at: a combination that another write brings meanwhile was not decided. */
function facetList(numbers: readonly number[], holds: (f: number) => boolean): SearchCondition[] {
  return [{ kind: 'facets', facets: numbers.filter(holds) }];
}

function conjuncts(condition: Condition): readonly Condition[] {
  return condition.kind === 'and' ? condition.of.flatMap(conjuncts) : [condition];
}

function isQuestion(part: Condition): part is Extract<Condition, { kind: 'words' }> {
  return part.kind === 'words' && part.query.kind !== 'not';
}

function beginsWith(prefix: string): WordQuery {
  return { kind: 'word', token: prefix, in: ['exact'], prefix: true };
}
