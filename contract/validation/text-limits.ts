// Limits the length of texts. A property's name determines its limit, in an entity and in all of its parts.
import { isObject } from '../json.js';
import { propertyName, type SchemaError } from './schema-errors.js';

/** In bytes of UTF-8. */
export interface TextLimits {
  /** Descriptions, SQL, code and schema texts. */
  long: number;
  /** All others except sample data, which only the body size limits. */
  other: number;
}

export const defaultTextLimits: TextLimits = { long: 1024 * 1024, other: 64 * 1024 };

/** Properties for long prose, SQL, code or schemas. */
export const longTexts: ReadonlySet<string> = new Set([
  ...['changeDescription', 'content', 'description', 'documentation', 'features', 'markdown', 'termsOfUse'],
  ...[
    'aggregationQuery',
    'executedQuery',
    'inspectionQuery',
    'queries',
    'query',
    'queryFilter',
    'queryText',
    'query_filter',
  ],
  ...['rawSql', 'sql', 'sqlExpression', 'sqlQuery', 'taskSQL'],
  ...['code', 'condition', 'expression', 'function', 'script', 'sourceCode'],
  ...['jsonSchema', 'schema', 'schemaDefinition', 'schemaText', 'viewDefinition'],
]);

/** The first text that is too long, or undefined. Texts already in `stored` may stay. */
export function findLongText(value: unknown, limits: TextLimits, stored?: unknown): SchemaError | undefined {
  const known = new Set<string>();
  const least = Math.min(limits.long, limits.other);
  if (stored !== undefined) eachText(stored, [], (text) => void (bytesOf(text) > least && known.add(text)));
  let found: SchemaError | undefined;
  eachText(value, [], (text, path) => {
    if (found !== undefined || bytesOf(text) <= least) return;
    const limit = limitOf(path, limits);
    if (bytesOf(text) > limit && !known.has(text)) found = tooLong(path, text, limit);
  });
  return found;
}

/** Whether a text may exceed some limit: a UTF-16 code unit takes at most three bytes. */
export function isSuspect(text: string, { long, other }: TextLimits): boolean {
  return text.length * 3 > Math.min(long, other);
}

function limitOf(path: readonly string[], { long, other }: TextLimits): number {
  const names = path.filter((part) => !/^\d+$/.test(part));
  if (isSample(names)) return Infinity;
  return longTexts.has(names.at(-1) ?? '') ? long : other;
}

/** Sample rows of a table and messages of a topic, within an entity or sent alone. */
function isSample([first = '', ...names]: readonly string[]): boolean {
  if (first === 'extension') return false;
  return first === 'sampleData' || first === 'rows' || first === 'messages' || names.includes('sampleData');
}

function tooLong(path: readonly string[], text: string, limit: number): SchemaError {
  const pointer = path.map((part) => `/${part.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const property = propertyName(pointer);
  const message = `${property || 'the value'} must have at most ${limit} bytes of text, not ${bytesOf(text)}`;
  return { path: pointer, property, rule: 'maxBytes', message };
}

/** Property names count as texts, because free-form objects allow any. */
function eachText(value: unknown, path: string[], visit: (text: string, path: readonly string[]) => void): void {
  if (typeof value === 'string') visit(value, path);
  else if (Array.isArray(value))
    for (const [i, item] of value.entries()) {
      path.push(String(i));
      eachText(item, path, visit);
      path.pop();
    }
  else if (isObject(value))
    for (const name in value) {
      path.push(name);
      visit(name, path.slice(0, -1));
      eachText(value[name], path, visit);
      path.pop();
    }
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
