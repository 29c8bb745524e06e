// Converts validator errors to one sentence that names the property and the rule.
import { isObject } from '../json.js';
import { movedField, renamedValue } from './moved-fields.js';
import { patternRule } from './pattern-rules.js';

export interface SchemaError {
  /** JSON pointer of the property, such as `/columns/0/name`; empty for the whole value. */
  path: string;
  /** The property in readable form: `columns[0].name`. */
  property: string;
  /** The failed keyword: `required`, `type`, `enum`, `additionalProperties`, … */
  rule: string;
  message: string;
}

export interface RawError {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
}

/** The most informative error: of a union, that of the alternative that matched furthest. */
export function toSchemaErrors(raw: readonly RawError[], value: unknown): SchemaError[] {
  const chosen = chooseError(raw);
  return chosen ? [toSchemaError(chosen, value)] : [];
}

const unions = new Set(['anyOf', 'x-any-of', 'x-by-type', 'if']);
const depth = (error: RawError): number => error.instancePath.split('/').length;

function chooseError(raw: readonly RawError[]): RawError | undefined {
  const last = raw.at(-1);
  if (!last || !unions.has(last.keyword)) return last;
  const inner = raw.filter((error) => !unions.has(error.keyword));
  const deepest = Math.max(...inner.map(depth));
  const furthest = inner.filter((error) => depth(error) === deepest);
  if (furthest.every((error) => error.keyword === 'type')) return mergeTypes(furthest) ?? last;
  return furthest.find((error) => error.keyword !== 'type') ?? last;
}

/** Merges "must be a string" and "must be an array" of two alternatives into one error. */
function mergeTypes(errors: readonly RawError[]): RawError | undefined {
  const [first] = errors;
  return first && { ...first, params: { type: [...new Set(errors.flatMap((error) => error.params.type))] } };
}

function toSchemaError(error: RawError, value: unknown): SchemaError {
  const { keyword, params } = error;
  const added = keyword === 'required' ? params.missingProperty : params.additionalProperty;
  const path = added === undefined ? error.instancePath : `${error.instancePath}/${escapePart(String(added))}`;
  const property = propertyName(path);
  return { path, property, rule: keyword, message: sentence(error, property || 'the value', valueAt(value, path)) };
}

function sentence({ keyword, params }: RawError, property: string, value: unknown): string {
  const { limit } = params;
  switch (keyword) {
    case 'required':
      return `${property} is required`;
    case 'additionalProperties':
      return (
        movedField(String(params.within ?? ''), String(params.additionalProperty), property) ??
        `${property} is not a known property`
      );
    case 'type':
      return `${property} must be ${typeNames(params.type)}`;
    case 'enum':
      return renamedValue(property, value) ?? `${property} must be one of ${listed(params.allowedValues)}`;
    case 'const':
      return `${property} must be ${JSON.stringify(params.allowedValue)}`;
    case 'minLength':
      return limit === 1
        ? `${property} is required and cannot be empty`
        : `${property} must have at least ${limit} characters`;
    case 'maxLength':
      return `${property} must have at most ${limit} characters`;
    case 'minItems':
      return limit === 1 ? `${property} must not be empty` : `${property} must have at least ${limit} items`;
    case 'maxItems':
      return `${property} must have at most ${limit} items`;
    case 'uniqueItems':
      return `${property} must not contain the same item twice`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `${property} must be ${comparisons[String(params.comparison)]} ${limit}`;
    case 'multipleOf':
      return `${property} must be a multiple of ${params.multipleOf}`;
    case 'pattern':
      return `${property} ${patternRule(String(params.pattern))}`;
    case 'format':
      return `${property} must be ${formatNames[String(params.format)] ?? `a valid ${params.format}`}`;
    case 'unsupported':
      return `${property} must be empty: ${params.reason}`;
    default:
      return `${property} has none of the allowed forms`;
  }
}

const comparisons: Record<string, string> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'greater than',
  '<': 'less than',
};

const formatNames: Record<string, string> = {
  uuid: 'a UUID',
  uri: 'a URI',
  url: 'a URL',
  email: 'an e-mail address',
  date: 'a date (YYYY-MM-DD)',
  time: 'a time (HH:MM:SS)',
  'date-time': 'a date and time with a time zone',
  timezone: 'the name of a time zone',
  'utc-millisec': 'a time in milliseconds',
};

function typeNames(type: unknown): string {
  const names = [type]
    .flat()
    .map((name) => (name === 'null' ? 'null' : `${/^[aio]/.test(String(name)) ? 'an' : 'a'} ${name}`));
  return names.join(' or ');
}

const listLength = 12;

function listed(values: unknown): string {
  const all = [values].flat().filter((value) => value !== null);
  if (all.length <= listLength) return all.join(', ');
  return `${all.slice(0, listLength).join(', ')}, … (${all.length} values)`;
}

const escapePart = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
const partsOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** `/columns/0/name` → `columns[0].name` */
export function propertyName(path: string): string {
  return partsOf(path).reduce(
    (name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : name ? `${name}.${part}` : part),
    '',
  );
}

function valueAt(value: unknown, path: string): unknown {
  return partsOf(path).reduce<unknown>(
    (node, part) => (isObject(node) ? node[part] : Array.isArray(node) ? node[Number(part)] : undefined),
    value,
  );
}
