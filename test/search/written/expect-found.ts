// What search must show and find right after a field was written.
import { expect } from 'vitest';
import type { Body } from '../../contract/fixtures/index.js';
import type { Subject } from '../../contract/support/subject.js';

/** The entity with all its fields, as a GET shows it. */
export async function whole({ send }: Pick<Subject, 'send'>, id: string): Promise<Body> {
  const { status, body, text } = await send('GET', `/${id}?fields=*`);
  expect(status, text).toBe(200);
  return body;
}

/** Hits of the type. */
export async function search({ app, type }: Subject, query: Record<string, string>): Promise<Body[]> {
  const given = { q: '*', index: type.name, size: '100', include_aggregations: 'false', ...query };
  const { status, body, text } = await app().send('GET', `/v1/search/query?${new URLSearchParams(given)}`);
  expect(status, text).toBe(200);
  return body.hits.hits;
}

export async function idsOf(subject: Subject, query: Record<string, string>): Promise<string[]> {
  return (await search(subject, query)).map(({ _id }) => _id);
}

export function byId(id: string): Record<string, string> {
  return { query_filter: JSON.stringify({ query: { ids: { values: [id] } } }) };
}

/** Names that mean something else in a hit, and in filters. */
const ofHits = ['entityType'];

/** Search shows the field as it is now, and finds the entity by its value and by the word where the value holds it. */
export async function expectFound(subject: Subject, id: string, field: string, word: string): Promise<void> {
  const truth = await whole(subject, id);
  const [hit] = await search(subject, byId(id));
  const told = `${subject.type.name} after ${field} was written`;
  expect(hit, told).toBeDefined();
  for (const name of [...(ofHits.includes(field) ? [] : [field]), 'version', 'updatedAt'])
    expect(shownAs(name, hit?._source[name]), `${told}: ${name}`).toEqual(shownAs(name, truth[name]));
  const value = truth[field];
  if (hasWords(subject, field) && JSON.stringify(value ?? '').includes(word))
    expect(await idsOf(subject, { q: word }), `${told}: by the word`).toEqual([id]);
  for (const [name, values] of valuesOf(subject, field, value))
    for (const one of values) {
      const must = [{ term: { [name]: one } }, { ids: { values: [id] } }];
      const query_filter = JSON.stringify({ query: { bool: { must } } });
      expect(await idsOf(subject, { query_filter }), `${told}: ${name} is ${one}`).toEqual([id]);
    }
}

/** Fields whose words are declared to find the entity. */
function hasWords({ type }: Subject, field: string): boolean {
  const declared = [...Object.keys(type.search?.text ?? {}), ...(type.parts ?? []).map(({ path }) => path)];
  return ['name', 'displayName', 'description', ...declared.map((path) => path.split('.')[0])].includes(field);
}

const pointing = ['owners', 'domains', 'reviewers', 'dataProducts', 'teams'];

/** Keys by which the value of a field is found, with the values: of plain values, labels and references. */
function valuesOf({ type, fixture }: Subject, field: string, value: unknown): [string, unknown[]][] {
  if (
    field === 'description' ||
    ofHits.includes(field) ||
    fixture.derived?.includes(field) ||
    type.onRequest?.includes(field) ||
    type.unversioned?.includes(field)
  )
    return [];
  if (['string', 'number', 'boolean'].includes(typeof value)) return [[field, [value]]];
  const list = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'object' && one !== null);
  const of = (name: string) => (list as Body[]).map((one) => one[name]);
  if (field === 'tags') return [['tags.tagFQN', of('tagFQN')]];
  if (field === 'certification') return [['certification.tagLabel.tagFQN', of('tagLabel').map(({ tagFQN }) => tagFQN)]];
  if (!pointing.includes(field)) return [];
  return ['id', 'name', 'fullyQualifiedName'].map((name) => [`${field}.${name}`, of(name)]);
}

/** Search shows followers by their ids, and a name where there is no other. */
function shownAs(field: string, value: unknown): unknown {
  if (field !== 'followers' || !Array.isArray(value)) return value;
  return value.map((one) => (typeof one === 'string' ? one : one.id));
}
