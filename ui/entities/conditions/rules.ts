// Conditions on fields of assets, and the corresponding query. The builder of conditions can read every query that was written here.
import { escapePattern } from '../../data/search.js';

export type Operator = 'is' | 'isNot' | 'contains' | 'startsWith' | 'set' | 'unset' | 'before' | 'after';

export interface Rule {
  field: string;
  operator: Operator;
  /** Nothing for `set` and `unset`; a day as `2026-01-31` for `before` and `after`. */
  value: string;
}

export interface Rules {
  /** Whether all conditions must hold, or one. */
  join: 'all' | 'any';
  rules: readonly Rule[];
}

export type FieldKind = 'text' | 'value' | 'time';

export const OPERATORS: Readonly<Record<FieldKind, readonly Operator[]>> = {
  text: ['contains', 'set', 'unset'],
  value: ['is', 'isNot', 'startsWith', 'contains', 'set', 'unset'],
  time: ['before', 'after'],
};

/** Fields that conditions can name; the words of the page have a text for each. */
export const FIELDS: Readonly<Record<string, FieldKind>> = {
  'name.keyword': 'value',
  'displayName.keyword': 'value',
  description: 'text',
  'owners.displayName.keyword': 'value',
  'tags.tagFQN': 'value',
  'tier.tagFQN': 'value',
  'certification.tagLabel.tagFQN': 'value',
  'domains.displayName.keyword': 'value',
  'dataProducts.displayName.keyword': 'value',
  'service.displayName.keyword': 'value',
  serviceType: 'value',
  'database.displayName.keyword': 'value',
  'databaseSchema.displayName.keyword': 'value',
  'columns.name.keyword': 'value',
  updatedBy: 'value',
  updatedAt: 'time',
};

export const needsValue = (operator: Operator): boolean => operator !== 'set' && operator !== 'unset';

type Clause = Readonly<Record<string, unknown>>;

const DAY = 86_400_000;

export function clauseOf({ field, operator, value }: Rule): Clause {
  const isText = FIELDS[field] === 'text';
  switch (operator) {
    case 'is':
      return { term: { [field]: value } };
    case 'isNot':
      return { bool: { must_not: [{ term: { [field]: value } }] } };
    case 'contains':
      return isText
        ? { match: { [field]: { query: value, operator: 'and' } } }
        : { wildcard: { [field]: `*${escapePattern(value)}*` } };
    case 'startsWith':
      return { prefix: { [field]: value } };
    case 'set':
      return { exists: { field } };
    case 'unset':
      return { bool: { must_not: [{ exists: { field } }] } };
    case 'before':
      return { range: { [field]: { lt: Date.parse(value) } } };
    case 'after':
      return { range: { [field]: { gte: Date.parse(value) + DAY } } };
  }
}

export function writeRules({ join, rules }: Rules): string {
  const clauses = rules.map(clauseOf);
  if (clauses.length === 0) return '';
  return JSON.stringify({ query: { bool: join === 'all' ? { must: clauses } : { should: clauses } } });
}

/** The conditions of a query; null if the builder cannot show it. */
export function readRules(text: string): Rules | null {
  const query = queryOf(text);
  if (!query) return text === '' ? { join: 'all', rules: [] } : null;
  const bool = query.bool as Clause | undefined;
  if (!bool || Object.keys(bool).length !== 1) return null;
  const clauses = bool.must ?? bool.should;
  if (!Array.isArray(clauses)) return null;
  const rules = clauses.map(ruleOf);
  return rules.every((rule) => rule !== null) ? { join: bool.must ? 'all' : 'any', rules } : null;
}

/** The query of a filter as text; null where it is none. */
export function queryOf(text: string): Clause | null {
  try {
    const found = JSON.parse(text);
    if (typeof found !== 'object' || found === null) return null;
    return (found.query ?? found) as Clause;
  } catch {
    return null;
  }
}

function ruleOf(clause: Clause): Rule | null {
  const [kind, body] = Object.entries(clause)[0] ?? [];
  if (kind === 'bool') return negated(body as Clause);
  if (kind === 'exists') return { field: String((body as Clause).field), operator: 'set', value: '' };
  const [field, given] = Object.entries((body ?? {}) as Clause)[0] ?? [];
  if (field === undefined) return null;
  if (kind === 'term') return { field, operator: 'is', value: String(given) };
  if (kind === 'prefix') return { field, operator: 'startsWith', value: String(given) };
  if (kind === 'match') return { field, operator: 'contains', value: String((given as Clause).query) };
  if (kind === 'wildcard') return { field, operator: 'contains', value: plain(String(given)) };
  return kind === 'range' ? timeRule(field, given as Clause) : null;
}

function negated(bool: Clause): Rule | null {
  const [only] = Array.isArray(bool.must_not) ? bool.must_not : [];
  const rule = only ? ruleOf(only) : null;
  if (rule?.operator === 'is') return { ...rule, operator: 'isNot' };
  return rule?.operator === 'set' ? { ...rule, operator: 'unset' } : null;
}

function timeRule(field: string, { lt, gte }: Clause): Rule | null {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  if (typeof lt === 'number') return { field, operator: 'before', value: day(lt) };
  return typeof gte === 'number' ? { field, operator: 'after', value: day(gte - DAY) } : null;
}

const plain = (pattern: string) =>
  pattern
    .replace(/^\*/, '')
    .replace(/\*$/, '')
    .replaceAll(/\\([\\*?])/g, '$1');
