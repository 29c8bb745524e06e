/** Which tables of a service a pipeline is for, by the patterns of its configuration. */
import { createContext, Script } from 'node:vm';
import { catalogError, isObject, isTextList, type JsonObject } from '../../../contract/index.js';
import { splitFqn } from '../../catalog/index.js';

/** Milliseconds; a pattern that takes longer for a name is refused, as it could take forever for another. */
const PATTERN_TIMEOUT = 200;

const FILTERS = [
  ['databaseFilterPattern', 2],
  ['schemaFilterPattern', 3],
  ['tableFilterPattern', 4],
] as const;

/** Whether a table of this FQN is to be profiled. 400 for a pattern that is no regular expression. */
export function tableFilter(config: JsonObject): (fqn: string) => boolean {
  const patterns = FILTERS.map(([field, depth]) => ({ depth, matches: matcher(config[field], field) }));
  const byFqn = config.useFqnForFiltering === true;
  return (fqn) => {
    const parts = splitFqn(fqn);
    return patterns.every(({ depth, matches }) =>
      matches(byFqn ? parts.slice(0, depth).join('.') : (parts[depth - 1] ?? '')),
    );
  };
}

function matcher(given: unknown, field: string): (name: string) => boolean {
  if (!isObject(given)) return () => true;
  const [includes, excludes] = [given.includes, given.excludes].map((list) => (isTextList(list) ? list : []));
  return (name) => !anyMatches(excludes ?? [], name, field) && (!includes?.length || anyMatches(includes, name, field));
}

// Patterns match from the beginning, as in the Python client. They run where they can be interrupted.
const TEST = new Script("patterns.some((pattern) => new RegExp('^(?:' + pattern + ')', 'i').test(name))");

function anyMatches(patterns: readonly string[], name: string, field: string): boolean {
  if (patterns.length === 0) return false;
  try {
    return TEST.runInContext(createContext({ patterns, name }), { timeout: PATTERN_TIMEOUT }) === true;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'it takes too long';
    throw catalogError('BAD_REQUEST', `${field}: a pattern cannot be used: ${why}`, { cause });
  }
}
