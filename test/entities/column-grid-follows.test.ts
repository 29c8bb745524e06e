// The grid of columns counts what search documents hold of them. Whatever is written, it is what the entities themselves show.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openPeople, type People, type Person } from '../access/support/catalog-of-people.js';
import type { Body } from '../contract/fixtures/index.js';
import { forEachSeededStore } from '../support/stores.js';

const NAMES = ['id', 'email', 'a.b'];
const TEXTS = ['Mail', 'Number', ' '];
const label = ({ type, fqn }: Tag) => ({
  tagFQN: fqn,
  source: type === 'tags' ? 'Classification' : 'Glossary',
  labelType: 'Manual',
  state: 'Confirmed',
});

interface Tag {
  type: 'tags' | 'glossaryTerms';
  id: string;
  fqn: string;
}

type Step =
  | { kind: 'make'; columns: readonly number[]; tag: number }
  | { kind: 'describe' | 'call'; table: number; column: number; text: number }
  | { kind: 'label'; table: number; column: number; tags: readonly number[] }
  | { kind: 'labelTable'; table: number; tag: number }
  | { kind: 'bringLabel'; term: number; tag: number }
  | { kind: 'rename'; tag: number }
  | { kind: 'dropTag'; tag: number }
  | { kind: 'drop' | 'hide' | 'restore' | 'shorten'; table: number };

const some = fc.nat(99);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('make' as const), columns: fc.array(some), tag: some }) },
    fc.record({ kind: fc.constantFrom('describe' as const, 'call' as const), table: some, column: some, text: some }),
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('label' as const),
        table: some,
        column: some,
        tags: fc.array(some, { maxLength: 3 }),
      }),
    },
    fc.record({ kind: fc.constant('labelTable' as const), table: some, tag: some }),
    fc.record({ kind: fc.constant('bringLabel' as const), term: some, tag: some }),
    fc.record({ kind: fc.constant('rename' as const), tag: some }),
    fc.record({ kind: fc.constant('dropTag' as const), tag: some }),
    fc.record({
      kind: fc.constantFrom('drop' as const, 'hide' as const, 'restore' as const, 'shorten' as const),
      table: some,
    }),
  ),
  { minLength: 30, maxLength: 30 },
);

forEachSeededStore('the grid of columns', (use) => {
  it('follows whatever is written', { timeout: 120_000 }, async () => {
    const people = await openPeople(use());
    try {
      const world = await openColumns(people);
      const who = await people.person(
        [
          { operations: ['ViewAll'] },
          { effect: 'deny', operations: ['All'], resources: ['table'], condition: `matchAnyTag('${world.secret}')` },
        ],
        { isBot: true },
      );
      for (const list of fc.sample(steps, { numRuns: 4, seed: 7 })) {
        for (const [i, step] of list.entries()) {
          await world.take(step);
          if (i % 3 > 0) continue;
          for (const send of [people.send, who.send]) {
            await expectSame(send);
            for (const fqn of world.labels()) await expectSame(send, fqn);
          }
        }
      }
      // Documents of earlier releases hold nothing of columns.
      await use().store.write(async (tx) => {
        for (const generation of [1, 2]) await tx.run(`update search_doc_${generation} set columns = null`);
      });
      for (const send of [people.send, who.send]) await expectSame(send);
    } finally {
      await people.app.close();
    }
  });
});

async function openColumns({ send, make, table, world }: People) {
  await make('/v1/classifications', { name: 'Kind', description: 'Labels' });
  await make('/v1/glossaries', { name: 'Words', displayName: 'Words', description: 'Terms' });
  const makeTag = async (type: Tag['type']): Promise<Tag> => {
    const holder = type === 'tags' ? { classification: 'Kind' } : { glossary: 'Words' };
    const body = { name: world.unique('one'), description: 'x', ...holder };
    const { id, fullyQualifiedName } = await make(`/v1/${type}`, body);
    return { type, id, fqn: fullyQualifiedName };
  };
  const tags: Tag[] = [];
  for (const type of ['tags', 'tags', 'tags', 'glossaryTerms', 'glossaryTerms'] as const)
    tags.push(await makeTag(type));
  const secret = tags[0]?.fqn as string;
  const tables: Body[] = [];
  const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
  const patch = async (path: string, ops: unknown) => {
    const answer = await send('PATCH', path, ops);
    expect([200, 400, 404], answer.text).toContain(answer.status);
    return answer;
  };

  async function take(step: Step): Promise<void> {
    if (step.kind === 'make') {
      const names = [...new Set(step.columns.map((n) => pick(NAMES, n)))];
      const columns = names.map((name, i) => ({
        name,
        dataType: 'INT',
        ...(i === 0 ? { tags: [label(pick(tags, step.tag))] } : {}),
      }));
      tables.push(await table({ columns }));
    } else if (step.kind === 'bringLabel') {
      const term = pick(tags.slice(3), step.term);
      await patch(`/v1/glossaryTerms/${term.id}`, [
        { op: 'add', path: '/tags', value: [label(pick(tags.slice(0, 3), step.tag))] },
      ]);
    } else if (step.kind === 'rename') {
      const tag = pick(tags.slice(1), step.tag);
      const { status, body } = await patch(`/v1/${tag.type}/${tag.id}`, [
        { op: 'replace', path: '/name', value: world.unique('two') },
      ]);
      if (status === 200) tag.fqn = body.fullyQualifiedName;
    } else if (step.kind === 'dropTag') {
      const at = 1 + (step.tag % (tags.length - 1));
      const { type, id } = tags[at] as Tag;
      expect((await send('DELETE', `/v1/${type}/${id}?hardDelete=true&recursive=true`)).status).toBe(200);
      tags[at] = await makeTag(type);
    } else if (tables.length > 0) await change(step, pick(tables, step.table));
  }

  async function change(
    step: Exclude<Step, { kind: 'make' | 'bringLabel' | 'rename' | 'dropTag' }>,
    { id, name }: Body,
  ) {
    const path = `/v1/tables/${id}`;
    const columnAt = async (n: number) => {
      const { columns = [] } = (await send('GET', path)).body;
      return columns.length === 0 ? null : n % columns.length;
    };
    switch (step.kind) {
      case 'drop':
      case 'hide':
        await send('DELETE', `${path}?hardDelete=${step.kind === 'drop'}`);
        return;
      case 'restore':
        await send('PUT', '/v1/tables/restore', { id });
        return;
      case 'shorten':
        await patch(path, [{ op: 'remove', path: '/columns/0' }]);
        return;
      case 'labelTable':
        await patch(path, [{ op: 'add', path: '/tags', value: [label(pick(tags, step.tag))] }]);
        return;
      default: {
        const at = await columnAt(step.column);
        if (at === null) return;
        const value =
          step.kind === 'label'
            ? [...new Set(step.tags.map((n) => pick(tags, n)))].map(label)
            : pick(TEXTS, step.text) + (step.kind === 'call' ? name : '');
        const field = { label: 'tags', describe: 'description', call: 'displayName' }[step.kind];
        await patch(path, [{ op: 'add', path: `/columns/${at}/${field}`, value }]);
      }
    }
  }

  const labels = () => tags.filter(({ type }) => type === 'tags').map(({ fqn }) => fqn);
  return { take, secret, labels };
}

/** The grid against the columns of all tables that the same person may see, or those with a label. */
async function expectSame(send: Person['send'], labelled?: string): Promise<void> {
  const { body: listed } = await send('GET', '/v1/tables?fields=columns,tags&limit=1000');
  const wanted = new Map<string, Map<string, string[]>>();
  for (const { columns = [], fullyQualifiedName } of listed.data as Body[])
    for (const { name, displayName, description, tags = [] } of columns as Body[]) {
      if (labelled && !tags.some(({ tagFQN }: Body) => tagFQN === labelled)) continue;
      const key = said({ displayName, description, tags });
      const groups = wanted.get(name) ?? new Map<string, string[]>();
      const fqn = `${fullyQualifiedName}.${name.includes('.') ? `"${name}"` : name}`;
      wanted.set(name, groups.set(key, [...(groups.get(key) ?? []), fqn]));
    }
  const { body: grid, text } = await send('GET', `/v1/columns/grid?tags=${labelled ?? ''}`);
  const got = new Map<string, Map<string, string[]>>();
  for (const { columnName, groups, totalOccurrences } of grid.columns as Body[]) {
    const ofName = new Map<string, string[]>();
    for (const group of groups as Body[]) {
      expect(ofName.has(said(group)), text).toBe(false);
      expect(group.occurrenceCount).toBe(group.occurrences.length);
      ofName.set(
        said(group),
        group.occurrences.map(({ columnFQN }: Body) => columnFQN),
      );
    }
    expect(totalOccurrences).toBe([...ofName.values()].flat().length);
    got.set(columnName, ofName);
  }
  expect(plain(got)).toEqual(plain(wanted));
}

function said({ displayName = '', description = '', tags }: Body): string {
  const labels = (tags as Body[]).map(({ source, tagFQN }) => `${source} ${tagFQN}`).sort();
  return JSON.stringify([displayName, description, labels]);
}

function plain(groups: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>): unknown {
  return [...groups]
    .map(([name, ofName]) => [name, [...ofName].map(([key, fqns]) => [key, [...fqns].sort()]).sort()])
    .sort();
}
