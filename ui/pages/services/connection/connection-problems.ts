import { sentenceOf } from '../../../kit/states/sentence.js';
import { fieldName } from '../../../words/connection-fields.js';
import { type FieldSchema, missingOf } from './connection-schema.js';

/** What has to be filled in, as sentences by pointer. */
export function problemsOf(
  schema: FieldSchema,
  value: unknown,
  say: (name: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(missingOf(schema, value).map((at) => [at, say(nameAt(at))]));
}

/** An error of the server about a connection, with the pointer of the field that it names and what that is called in the form. */
export function problemOf(error: unknown): { at?: string; text: string } {
  const told = error instanceof Error ? error.message : '';
  const [, property, rest] = /^(?:request\.)?connection\.config\.([\w.[\]-]*[\w\]]) (.*)$/s.exec(told) ?? [];
  if (property === undefined) return { text: sentenceOf(error) };
  const at = `/${property.replaceAll(/\[(\d+)\]/g, '.$1').replaceAll('.', '/')}`;
  return { at, text: sentenceOf(`${nameAt(at)} ${rest}`) };
}

/** Items of a list are called like the list. */
function nameAt(at: string): string {
  return fieldName(at.split('/').findLast((part) => !/^\d+$/.test(part)) ?? '');
}
