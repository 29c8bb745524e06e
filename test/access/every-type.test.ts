// Whatever the policies say: lists, search, counts, events, versions, histories and exports show an entity of any type exactly when
// GET does. `npm run rights` runs many more sets; a set is the rights of one person in one batch.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContractApp, openApp } from '../contract/support/contract-app.js';
import { forEachSeededStore } from '../support/stores.js';
import { type Crew, makeCrew } from './all-types/crew.js';
import { createRandom, type EveryType, makeEveryType } from './all-types/every-type-catalog.js';
import { person, type RandomPerson, rules } from './all-types/random-policies.js';
import { type Comparison, createComparison } from './all-types/shown-alike.js';

const SAILORS = 30;
/** How many sets the sailors keep their teams, roles and domains, times `SAILORS`. */
const STAY = 5;
/** Types that one set looks at. */
const TYPES = 2;
const SEED = Number(process.env.CAIRN_RIGHTS_SEED ?? 12);
const MOST_SHOWN = 20;
/** How many sets in CI: as many as fit into a few seconds. */
const sets = (database: string) => Number(process.env.CAIRN_RIGHTS_SETS ?? (database === 'sqlite' ? 120 : 60));

forEachSeededStore('every type', (use, database) => {
  let app: ContractApp;
  let crew: Crew;
  let catalog: EveryType;
  let comparison: Comparison;
  let random: () => number;

  beforeAll(async () => {
    app = await openApp(use());
    crew = await makeCrew(app, SAILORS);
    catalog = await makeEveryType(app, crew.owners, SEED);
    random = createRandom(SEED);
    comparison = createComparison(catalog, (path) => app.send('GET', path), random);
  }, 300_000);
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
    const wanted = sets(database);
    const found: string[] = [];
    let seen = 0;
    let people: readonly RandomPerson[] = [];
    const numRuns = Math.ceil(wanted / SAILORS);
    for (const [n, batch] of fc.sample(batches(), { numRuns, seed: SEED }).entries()) {
      if (n % STAY === 0) {
        people = batch.people;
        await crew.move(people, catalog.domains);
      }
      await crew.rule(batch.rules);
      for (const [i, sailor] of crew.sailors.slice(0, wanted - seen).entries()) {
        const types = Array.from({ length: TYPES }, () => present(catalog.types, random));
        const differences = await comparison.differences(sailor.ask, types);
        found.push(...differences.map((one) => `batch ${n}, ${sailor.name}: ${one}`));
        if (differences.length > 0) found.push(`  of ${JSON.stringify(people[i])}`);
        if (wanted > 1000 && differences.length > 0) console.log(differences.join('\n'));
        seen += 1;
        if (wanted > 1000 && seen % 500 === 0)
          console.log(`${database}: ${seen} sets, ${Math.round(process.cpuUsage().user / 1e6)} s of CPU`);
      }
      if (found.length > MOST_SHOWN) break;
    }
    expect(found.slice(0, MOST_SHOWN), `seed ${SEED}, ${seen} sets`).toEqual([]);
  });
});

function present<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}
