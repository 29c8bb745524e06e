import type { Registry } from '../../catalog/index.js';
import {
  columnsOf,
  createFieldCompiler,
  type FieldCompiler,
  type FieldCompilerDeps,
  inTextOf,
} from './compile-fields.js';
import {
  COLUMNS,
  createWordCompiler,
  type Strength,
  type TextQuery,
  type WordCompiler,
  type WordCompilerDeps,
} from './compile-words.js';
import { both, type Condition, EVERYTHING, either, NOTHING, none } from './condition.js';
import { type SearchField, searchField } from './search-fields.js';
import type { SearchQuery } from './search-query.js';

export type { Strength } from './compile-words.js';

export interface QueryCompiler {
  compile(query: SearchQuery, strength: Strength): Promise<Condition>;
  /** Replacements of words that no document has, among the queries compiled so far. */
  readonly replaced: ReadonlyMap<string, readonly string[]>;
}

export type CompilerDeps = FieldCompilerDeps & WordCompilerDeps;

export function createQueryCompiler(deps: CompilerDeps): QueryCompiler {
  const { registry } = deps;
  const words = createWordCompiler(deps);
  const fields = createFieldCompiler(deps);
  const text = createTextCompiler(registry, words, fields);

  async function compile(query: SearchQuery, strength: Strength): Promise<Condition> {
    switch (query.kind) {
      case 'all':
        return EVERYTHING;
      case 'none':
        return NOTHING;
      case 'text':
        return text(query, strength);
      case 'term':
        return fields.term(searchField(query.field, true, registry), query.values);
      case 'exists':
        return fields.exists(searchField(query.field, true, registry), query.field);
      case 'wildcard':
        return fields.wildcard(query.field, query.pattern);
      case 'range':
        return fields.range(searchField(query.field, true, registry), query);
      case 'bool':
        return bool(query, strength);
    }
  }

  async function bool(query: Extract<SearchQuery, { kind: 'bool' }>, strength: Strength): Promise<Condition> {
    const of: Condition[] = [];
    for (const part of query.must) of.push(await compile(part, strength));
    if (query.minimum > 0) {
      const should: Condition[] = [];
      for (const part of query.should) should.push(await compile(part, strength));
      of.push(atLeast(query.minimum, query.minimum > 1 ? should : [...new Set(should)]));
    }
    for (const part of query.mustNot) of.push(none(await compile(part, 3)));
    return both([...new Set(of)]);
  }

  return { compile, replaced: words.replaced };
}

function createTextCompiler(registry: Registry, words: WordCompiler, fields: FieldCompiler) {
  const texts = new Map<string, Promise<Condition>>();

  /** Equal texts compile to the same condition object, so that a repeated word is queried once. */
  function text(query: TextQuery, strength: Strength): Promise<Condition> {
    const name = JSON.stringify([strength, query.text, query.fields, query.operator, query.form]);
    const known = texts.get(name) ?? compileText(query, strength);
    texts.set(name, known);
    return known;
  }

  async function compileText(query: TextQuery, strength: Strength): Promise<Condition> {
    const { fields: names } = query;
    if (names === null) return words.text(query, COLUMNS[strength] ?? []);
    const parts: Condition[] = [];
    const columns = new Set<string>(); // fields may share one
    for (const given of names) {
      const field = searchField(given, false, registry);
      if (field.kind === 'text') {
        const lists = field.lists?.map(({ type, rule }) => `${type} ${rule.path}`).join();
        const place = `${field.column} ${lists} ${field.declaredBy?.join()}`;
        if (!columns.has(place)) parts.push(inTextOf(field, await words.text(query, columnsOf(field.column))));
        columns.add(place);
      } else if (field.kind === 'property') parts.push(await fields.property(field, query.text, query.operator));
      else if (field.kind === 'value' || field.kind === 'partNames' || field.kind === 'fqn' || names.length === 1)
        parts.push(await valueIn(field, query.text));
    }
    return either(parts);
  }

  /** A text field without a column of its own matches whole values, or names of referenced entities. */
  function valueIn(field: SearchField, value: string): Promise<Condition> {
    if (field.kind === 'reference' || field.kind === 'inherited') {
      const named = { ...field, by: field.by === 'id' || field.by === 'fqn' ? field.by : ('any' as const) };
      return fields.term(named, [value]);
    }
    return fields.term(field, [value]);
  }

  return text;
}

/** At least `minimum` of several. More than one of very many is relaxed to any of them, which is what clients mean. */
function atLeast(minimum: number, of: readonly Condition[]): Condition {
  if (minimum <= 1) return either(of);
  if (minimum >= of.length) return both(of);
  if (of.length > 12) return either(of);
  return either(choices(of, minimum).map(both));
}

function choices<T>(of: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return of.flatMap((first, i) => choices(of.slice(i + 1), count - 1).map((rest) => [first, ...rest]));
}
