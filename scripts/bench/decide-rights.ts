// What decisions cost in a process that has the catalog open; prints one line of JSON, times in microseconds.
import { createAuthorizer } from '../../src/access/decisions/authorizer.js';
import { loadGraph, loadPerson } from '../../src/access/decisions/load-access.js';
import type { Actor, ResourceFacts } from '../../src/catalog/index.js';
import { listEntities, openSqlite, type Sql } from '../../src/storage/index.js';

const OPERATIONS = ['ViewBasic', 'EditDescription', 'EditTags', 'Delete'];
const TYPES = ['table', 'dashboard', 'topic'];
const ROUNDS = 20;

const store = openSqlite({ path: process.argv[2] ?? '', readOnly: true });
await store.read(measure);
await store.close();

async function measure(sql: Sql): Promise<void> {
  const users = await listEntities(sql, { type: 'user', limit: 1_000_000 });
  const teams = await listEntities(sql, { type: 'team', limit: 1_000_000 });
  const authorizer = createAuthorizer({ loadGraph, loadPerson });
  const actors: Actor[] = users
    .filter(({ name }) => name.startsWith('reader-'))
    .map(({ id, name }) => ({ id, name, isAdmin: false, isBot: false }));
  const facts: ResourceFacts[] = Array.from({ length: 64 }, (_, i) => ({
    type: 'table',
    id: `table-${i}`,
    ownerIds: i % 3 === 0 ? [] : [(i % 2 === 0 ? teams : users)[(i * 37) % 97]?.id ?? ''],
    ownerTeamIds: [],
    tags: i % 4 === 0 ? ['Bench.Raw', 'Bench.Gold'] : [],
    certification: null,
    domainIds: [],
    reviewerIds: [],
  }));
  const prepare = await timed(actors.length, (i) => authorizer.prepare(at(actors, i), sql));
  let n = 0;
  const decide = () => {
    const actor = at(actors, (n * 7919) % actors.length);
    const operation = at(OPERATIONS, n % OPERATIONS.length);
    n += 1;
    return authorizer
      .decide(actor, [operation], at(TYPES, n % TYPES.length), async () => at(facts, n % facts.length))
      .catch(() => {});
  };
  const each = actors.length * OPERATIONS.length * TYPES.length;
  const first = await timed(each, decide);
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await timed(each / 10, decide));
  // The median: a busy machine slows some rounds.
  const warm = at(
    rounds.sort((a, b) => a - b),
    ROUNDS / 2,
  );
  const filters = JSON.stringify(authorizer.filter(at(actors, 1), 'ViewBasic', 'table')).length;
  const memory = process.memoryUsage().rss / 1024 / 1024;
  console.log(JSON.stringify({ warm, first, prepare, filters, memory }));
}

/** Mean time of one call. */
async function timed(count: number, call: (i: number) => Promise<void>): Promise<number> {
  const started = performance.now();
  for (let i = 0; i < count; i++) await call(i);
  return ((performance.now() - started) * 1000) / count;
}

function at<T>(list: readonly T[], i: number): T {
  return list[i] as T;
}
