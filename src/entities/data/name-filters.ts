/** Filters of lists by regular expressions for names. Profilers use them to read only the tables that they are meant for. */
import { setImmediate } from 'node:timers/promises';
import { catalogError } from '../../../contract/index.js';
import { findContainer, flagFilter, type ListFilter, readFlag, type Scope } from '../../catalog/index.js';
import { cached, type Inside, type ListCondition, type ListPlace, listNames } from '../../storage/index.js';
import { NAMES_AT_ONCE, namePattern, slowPattern } from './name-patterns.js';

type Query = Readonly<Record<string, string>>;

/** Types above, nearest first, by the query parameter that restricts a list to one of their entities. */
type Above = Readonly<Record<string, string>>;

/**
 * Filters for a list of entities of type `own` that lie in those of `above`: by their own names and by those of their
 * parents. A pattern says what to list, or with `regexMode=exclude` what not to.
 */
export function nameFilters(own: string, above: Above): Readonly<Record<string, ListFilter>> {
  const [parent, ...others] = Object.entries(above);
  return {
    [`${own}Regex`]: patternFilter(own, above, 'ids'),
    ...(parent && others.length > 0
      ? { [`${parent[0]}Regex`]: patternFilter(parent[1], Object.fromEntries(others), 'parent') }
      : {}),
    regexMode: {
      by: 'custom',
      description: 'Whether what matches the patterns is listed or left out',
      schema: { type: 'string', enum: ['include', 'exclude'], default: 'include' },
      conditions(value) {
        if (value !== 'include' && value !== 'exclude')
          throw catalogError('BAD_REQUEST', 'query param regexMode must be one of include, exclude');
        return Promise.resolve([]);
      },
    },
    regexFilterByFqn: flagFilter('regexFilterByFqn', 'Whether the patterns are for fully qualified names'),
  };
}

/** `by`: whether the ids are those of the listed entities or of their parents. */
function patternFilter(type: string, above: Above, by: 'ids' | 'parent'): ListFilter {
  return {
    by: 'custom',
    description: `A regular expression that names of type \`${type}\` match from the beginning, in any case`,
    schema: { type: 'string' },
    async conditions(value, query, scope) {
      const within = await narrowest(type, above, query, scope);
      if (within === null) return [NOTHING];
      const named: Names = { type, within, byFqn: readFlag(query, 'regexFilterByFqn') };
      const { matching, others } = await cached(
        scope.sql,
        `names ${JSON.stringify([named, value])}`,
        () => sortOut(value, named, scope),
        (found) => 100 + 40 * (found.matching.length + found.others.length),
      );
      const isExcluding = query.regexMode === 'exclude';
      // The shorter list says the same.
      const condition: ListCondition =
        matching.length <= others.length ? { by, ids: matching } : { by: 'none', of: [{ by, ids: others }] };
      return [isExcluding ? { by: 'none', of: [condition] } : condition];
    },
  };
}

/** Milliseconds for all names of a list: while a pattern is matched, nobody else is answered. */
const MOST_TIME = 1_000;

const NOTHING: ListCondition = { by: 'ids', ids: [] };

interface Names {
  type: string;
  /** undefined: everywhere. */
  within: Inside | undefined;
  byFqn: boolean;
}

/** The nearest container that the list is restricted to; null if there is none of that name. */
async function narrowest(type: string, above: Above, query: Query, scope: Scope): Promise<Inside | null | undefined> {
  for (const [parameter, container] of Object.entries(above)) {
    const value = query[parameter];
    if (value) return findContainer(type, [container], value, { orId: false }, scope);
  }
  return undefined;
}

interface Sorted {
  matching: readonly string[];
  others: readonly string[];
}

/** Ids of those whose names match, and of the others. */
async function sortOut(pattern: string, { type, within, byFqn }: Names, { sql, context }: Scope): Promise<Sorted> {
  const parameter = `query param ${type}Regex`;
  const matches = namePattern(pattern, parameter);
  const [matching, others]: [string[], string[]] = [[], []];
  let spent = 0;
  for (let after: ListPlace | undefined, more = true; more; ) {
    const rows = await listNames(sql, {
      type,
      include: 'all',
      limit: NAMES_AT_ONCE,
      ...(within ? { below: within } : {}),
      ...(after ? { after } : {}),
    });
    const began = context.now();
    const found = matches(rows.map(({ name, fqn }) => (byFqn ? fqn : name)));
    spent += context.now() - began;
    if (spent > MOST_TIME) throw slowPattern(parameter);
    for (const [index, { id }] of rows.entries()) (found[index] ? matching : others).push(id);
    const last = rows.at(-1);
    more = rows.length === NAMES_AT_ONCE;
    if (last) after = { key: last.fqn, id: last.id };
    if (more) await setImmediate(); // other requests go on meanwhile
  }
  return { matching, others };
}
