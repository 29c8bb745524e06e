// Whatever the policies say: lists, search, counts, events, versions, histories and exports show an entity of any type exactly when
// GET does. `npm run rights` runs many more sets; a set is the rights of one person in one batch.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContractApp, openApp } from '../contract/support/contract-app.js';
import { forEachStore } from '../support/stores.js';
import { type Crew, makeCrew } from './all-types/crew.js';
import { createRandom, type EveryType, makeEveryType } from './all-types/every-type-catalog.js';
import { person, rules } from './all-types/random-policies.js';
import { type Comparison, createComparison } from './all-types/shown-alike.js';

const SAILORS = 10;
/** Types that one set looks at. */
const TYPES = 2;
const SEED = Number(process.env.CAIRN_RIGHTS_SEED ?? 12);
const MOST_SHOWN = 20;
/** How many sets in CI: as many as fit into a few seconds. */
const sets = (database: string) => Number(process.env.CAIRN_RIGHTS_SETS ?? (database === 'sqlite' ? 300 : 60));

forEachStore('every type', (use, database) => {
  let app: ContractApp;
  let crew: Crew;
  let catalog: EveryType;
  let comparison: Comparison;

  beforeAll(async () => {
    app = await openApp(use());
    crew = await makeCrew(app, SAILORS);
    catalog = await makeEveryType(app, crew.owners, SEED);
    comparison = createComparison(catalog, (path) => app.send('GET', path));
  });
  afterAll(() => app.close());

  const batches = () =>
    fc.record({
      rules: fc.array(rules(catalog.types.map(({ name }) => name)), {
        minLength: crew.policies,
        maxLength: crew.policies,
      }),
      people: fc.array(person(catalog.domains.length), { minLength: SAILORS, maxLength: SAILORS }),
    });

  it('is shown alike everywhere', { timeout: 24 * 3_600_000 }, async () => {
    const count = Math.ceil(sets(database) / SAILORS);
    const random = createRandom(SEED);
    const found: string[] = [];
    let seen = 0;
    for (const [n, batch] of fc.sample(batches(), { numRuns: count, seed: SEED }).entries()) {
      await crew.fill(batch, catalog.domains);
      if (n % 100 === 99) console.log(`${database}: ${seen} sets`);
      for (const [i, sailor] of crew.sailors.entries()) {
        const types = Array.from({ length: TYPES }, () => present(catalog.types, random));
        const differences = await comparison.differences(sailor.ask, types);
        found.push(...differences.map((one) => `batch ${n}, ${sailor.name}: ${one}`));
        if (differences.length > 0) found.push(`  ${JSON.stringify([batch.people[i], batch.rules])}`);
        seen += 1;
      }
      if (found.length > MOST_SHOWN) break;
    }
    expect(found.slice(0, MOST_SHOWN), `seed ${SEED}, ${seen} sets`).toEqual([]);
  });
});

function present<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}
