import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/engine.js';
import { createEngine, type Engine, person } from '../support/engine.js';
import { engineTypes } from '../support/engine-types.js';
import { eventsOf } from '../support/read-events.js';
import { storeKinds, type TestStore } from '../support/stores.js';

// Random runs of writes on tags by two users under a moving clock, against a model of a page; every database must agree with it.

interface Step {
  act: 'create' | 'put' | 'describe' | 'show' | 'rename' | 'delete' | 'drop' | 'restore';
  name: string;
  text: string;
  user: 0 | 1;
  /** Minutes that pass before. */
  wait: number;
}

interface Entry {
  name: string;
  version: number;
  description: string;
  displayName?: string;
  deleted: boolean;
  by: string;
  at: number;
  /** The version before the current one, with what it looked like; null at 0.1. */
  base: number | null;
}

const users = ['ann', 'bob'].map((name, i) => ({ ...person, id: `00000000-0000-4000-8000-00000000000${i}`, name }));
const kinds = { create: 201, update: 200 } as const;

/** What should be there, what should have been told. */
class Model {
  readonly entries = new Map<string, Entry>();
  readonly events: string[] = [];
  now = 0;

  run(step: Step): number {
    this.now += step.wait;
    const entry = this.entries.get(step.name);
    const by = users[step.user]!.name;
    if (step.act === 'create') return entry ? 409 : this.create(step, by);
    if (step.act === 'put') return entry ? this.put(entry, step, by) : this.create(step, by);
    if (!entry) return 404;
    if (step.act === 'delete') return entry.deleted ? 404 : this.turn(entry, true, by);
    if (step.act === 'restore') return entry.deleted ? this.turn(entry, false, by) : 400;
    if (step.act === 'drop') {
      this.entries.delete(step.name);
      this.tell('entityDeleted', entry, entry.version);
      return kinds.update;
    }
    return this.patch(entry, step, by);
  }

  private create({ name, text }: Step, by: string): number {
    const entry = { name, version: 1, description: text, deleted: false, by, at: this.now, base: null };
    this.entries.set(name, entry);
    this.tell('entityCreated', entry, 1);
    return kinds.create;
  }

  private put(entry: Entry, { text }: Step, by: string): number {
    const changed = entry.description !== text || entry.displayName !== undefined || entry.deleted;
    if (!changed) return kinds.update;
    entry.description = text;
    delete entry.displayName;
    entry.deleted = false;
    this.step(entry, by, 'entityUpdated');
    return kinds.update;
  }

  private turn(entry: Entry, deleted: boolean, by: string): number {
    entry.deleted = deleted;
    this.step(entry, by, deleted ? 'entitySoftDeleted' : 'entityRestored');
    return kinds.update;
  }

  private patch(entry: Entry, { act, text }: Step, by: string): number {
    if (act === 'rename') {
      if (text === entry.name) return kinds.update;
      if (this.entries.has(text)) return 409;
      this.entries.delete(entry.name);
      this.entries.set(text, entry);
      entry.name = text;
    } else {
      const field = act === 'describe' ? 'description' : 'displayName';
      if (entry[field] === text) return kinds.update;
      entry[field] = text;
    }
    const merges = entry.version > 1 && !entry.deleted && entry.by === by && this.now - entry.at <= 10;
    if (merges) {
      const before = entry.version;
      entry.at = this.now;
      this.tell('entityUpdated', entry, before);
    } else this.step(entry, by, 'entityUpdated');
    return kinds.update;
  }

  private step(entry: Entry, by: string, kind: string): void {
    const before = entry.version;
    entry.base = before;
    entry.version += 1;
    entry.by = by;
    entry.at = this.now;
    this.tell(kind, entry, before);
  }

  private tell(kind: string, entry: Entry, before: number): void {
    this.events.push(`${kind} ${entry.name} ${before / 10} ${entry.version / 10}`);
  }
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    'create',
    'create',
    'put',
    'put',
    'describe',
    'describe',
    'show',
    'rename',
    'delete',
    'drop',
    'restore',
  ),
  name: fc.constantFrom('a', 'b.c', "d'"),
  text: fc.constantFrom('a', 'b.c', 'x', 'y'),
  user: fc.constantFrom(0, 0, 1),
  wait: fc.constantFrom(0, 1, 4, 11),
});

async function send(engine: Engine, classification: string, step: Step): Promise<Answer> {
  const actor = users[step.user]!;
  const { act, name, text } = step;
  const path = '/v1/tags';
  const body = { name, description: text, classification };
  if (act === 'create') return engine.send('POST', path, body, { actor });
  if (act === 'put') return engine.send('PUT', path, body, { actor });
  const fqn = `${classification}.${name.includes('.') ? `"${name}"` : name}`;
  const byName = `${path}/name/${encodeURIComponent(fqn)}`;
  if (act === 'delete') return engine.send('DELETE', byName, undefined, { actor });
  if (act === 'drop') return engine.send('DELETE', byName, undefined, { actor, query: { hardDelete: 'true' } });
  if (act === 'restore') {
    const found = await engine.send('GET', byName, undefined, { query: { include: 'all' } });
    if (found.status !== 200) return found;
    return engine.send('PUT', `${path}/restore`, { id: found.json.id }, { actor });
  }
  const field = act === 'rename' ? 'name' : act === 'describe' ? 'description' : 'displayName';
  return engine.send('PATCH', byName, [{ op: 'add', path: `/${field}`, value: text }], { actor });
}

describe('a random run of writes', () => {
  const opened: { name: string; test: TestStore; engine: Engine }[] = [];
  let round = 0;

  beforeAll(async () => {
    for (const kind of storeKinds()) {
      const test = await kind.open();
      opened.push({ name: kind.name, test, engine: createEngine(test.store, engineTypes) });
    }
  });
  afterAll(() => Promise.all(opened.map(({ test }) => test.remove())));

  /** What is there, as the model says it. */
  const stateOf = async (engine: Engine, classification: string) => {
    const { json } = await engine.send('GET', '/v1/tags', undefined, { query: { include: 'all', limit: '100' } });
    return json.data
      .filter((tag: Answer['json']) => tag.fullyQualifiedName.startsWith(`${classification}.`))
      .map((tag: Answer['json']) => [
        tag.name,
        tag.version,
        tag.description,
        tag.displayName,
        tag.deleted,
        tag.updatedBy,
      ]);
  };

  it('ends in the state, the versions and the events that the model says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const classification = `C${round++}`;
        for (const { name, test, engine } of opened) {
          await engine.send('POST', '/v1/classifications', { name: classification, description: '-' });
          const told = (await eventsOf(test.store)).length;
          const model = new Model();
          for (const each of steps) {
            engine.clock.now += each.wait * 60_000;
            const { status } = await send(engine, classification, each);
            expect([name, each, status]).toEqual([name, each, model.run(each)]);
          }
          const entries = [...model.entries.values()]
            .map((entry) => [
              entry.name,
              entry.version / 10,
              entry.description,
              entry.displayName,
              entry.deleted,
              entry.by,
            ])
            .sort();
          expect((await stateOf(engine, classification)).sort()).toEqual(entries);
          const events = (await eventsOf(test.store)).slice(told);
          expect(
            events.map(
              (event) =>
                `${event.eventType} ${JSON.parse(event.entity).name} ${event.previousVersion} ${event.currentVersion}`,
            ),
          ).toEqual(model.events);
          await historyFits(engine, classification);
        }
      }),
      { numRuns: 60, endOnFailure: false },
    );
  }, 120_000);

  /** Every version of every tag is kept once, newest first, without a gap. */
  const historyFits = async (engine: Engine, classification: string) => {
    const { json } = await engine.send('GET', '/v1/tags', undefined, { query: { include: 'all', limit: '100' } });
    for (const tag of json.data) {
      if (!tag.fullyQualifiedName.startsWith(`${classification}.`)) continue;
      const versions = (await engine.send('GET', `/v1/tags/${tag.id}/versions`)).json.versions;
      const numbers = versions.map((text: string) => Math.round(JSON.parse(text).version * 10));
      expect(numbers).toEqual(
        Array.from({ length: Math.round(tag.version * 10) }, (_, i) => Math.round(tag.version * 10) - i),
      );
    }
  };
});
