// Values that a field may take, made from its schema: so that a field is tried because it is declared, not because a test names it.
import type { Contract } from '../../../contract/index.js';
import type { JsonSchema } from '../../../contract/json-schema.js';
import type { Body } from '../../contract/fixtures/index.js';

export interface Samples {
  contract: Contract;
  /** Something of each type that references may lead to. */
  known: readonly { type: string; entity: Body }[];
  /** FQN of a tag. */
  tag: string;
}

const DEEPEST = 4;
const keyOf = (schema: JsonSchema) => schema.$ref?.replace(/^cairn:/, '');

/** Values worth trying, the likeliest first. Texts in them are or hold the word. */
export function samplesOf(schema: JsonSchema, word: string, samples: Samples, depth = 0): unknown[] {
  const key = keyOf(schema);
  if (key === 'type/entityReference') return references(samples);
  if (key === 'type/entityReferenceList') return references(samples).map((one) => [one]);
  if (key === 'type/tagLabel')
    return [{ tagFQN: samples.tag, source: 'Classification', labelType: 'Manual', state: 'Confirmed' }];
  const resolved = samples.contract.resolve(schema);
  if (resolved.const !== undefined) return [resolved.const];
  if (resolved.enum) return [...resolved.enum].reverse().slice(0, 6);
  if (depth > DEEPEST) return [];
  const chosen = (resolved.anyOf ?? []).flatMap((one) => samplesOf(one, word, samples, depth + 1));
  const type = Array.isArray(resolved.type) ? resolved.type[0] : resolved.type;
  return [...chosen, ...ofType(resolved, type, word, samples, depth)];
}

function ofType(
  schema: JsonSchema,
  type: string | undefined,
  word: string,
  samples: Samples,
  depth: number,
): unknown[] {
  switch (type) {
    case 'string':
      return texts(schema, word, samples, depth);
    case 'integer':
    case 'number':
      return [schema.minimum ?? 7, 1_700_000_000_000, 1];
    case 'boolean':
      return [true, false];
    case 'array':
      return samplesOf(schema.items ?? {}, word, samples, depth + 1).map((one) => [one]);
    case 'object':
      return objects(schema, word, samples, depth);
    default:
      return schema.properties ? objects(schema, word, samples, depth) : depth === 0 ? [word, { a: word }] : [];
  }
}

const formats: Readonly<Record<string, (word: string) => string>> = {
  uri: (word) => `https://example.com/${word}`,
  'uri-reference': (word) => `https://example.com/${word}`,
  email: (word) => `${word}@example.com`,
  date: () => '2024-02-03',
  'date-time': () => '2024-02-03T04:05:06Z',
  time: () => '04:05:06Z',
  timezone: () => 'Europe/Berlin',
};

function texts({ format, pattern }: JsonSchema, word: string, { known }: Samples, depth: number): string[] {
  if (format === 'uuid') return known.map(({ entity }) => entity.id);
  const formed = format === undefined ? undefined : formats[format]?.(word);
  const more = depth > 1 ? [] : known.map(({ entity }) => String(entity.fullyQualifiedName ?? entity.name));
  const odd = ['P23DT23H', '#aabbcc', '1', 'none', `${word}@example.com`, `https://example.com/${word}`];
  const all = [...(formed ? [formed] : []), word, ...more, ...odd];
  return pattern === undefined ? all : all.filter((one) => new RegExp(pattern, 'u').test(one));
}

/** What is required, with each further property by itself, and with all of them. */
function objects(schema: JsonSchema, word: string, samples: Samples, depth: number): unknown[] {
  const required: Record<string, unknown> = {};
  const further: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const [value] = samplesOf(property, word, samples, depth + 1);
    if (value === undefined) continue;
    (schema.required?.includes(name) ? required : further)[name] = value;
  }
  const singly = Object.entries(further).map(([name, value]) => ({ ...required, [name]: value }));
  if (singly.length === 0 && Object.keys(required).length === 0) return [{ some: word }];
  return [{ ...required, ...further }, ...singly, required].slice(0, depth > 0 ? 3 : 12);
}

function references({ known }: Samples): { id: string; type: string }[] {
  return known.map(({ type, entity }) => ({ id: entity.id, type }));
}
