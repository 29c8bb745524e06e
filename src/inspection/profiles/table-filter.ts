/** Which tables of a service a pipeline is for, by the patterns of its configuration. */
import { isObject, isTextList, type JsonObject } from '../../../contract/index.js';
import { splitFqn } from '../../catalog/index.js';
import { namePattern } from '../../entities/index.js';

const FILTERS = [
  ['databaseFilterPattern', 2],
  ['schemaFilterPattern', 3],
  ['tableFilterPattern', 4],
] as const;

/** Whether a table of this FQN is to be profiled. 400 for a pattern that is not a regular expression. */
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
  const [includes = [], excludes = []] = [given.includes, given.excludes].map((list) =>
    (isTextList(list) ? list : []).map((pattern) => namePattern(pattern, field)),
  );
  const matchesOne = (patterns: typeof includes, name: string) => patterns.some((matches) => matches([name])[0]);
  return (name) => !matchesOne(excludes, name) && (includes.length === 0 || matchesOne(includes, name));
}
