import { fieldName } from '../../../words/connection-fields.js';
import { type FieldSchema, missingOf } from './connection-schema.js';

/** What has to be filled in, as sentences by pointer. */
export function problemsOf(
  schema: FieldSchema,
  value: unknown,
  say: (name: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(missingOf(schema, value).map((at) => [at, say(fieldName(at.split('/').at(-1) ?? ''))]));
}
