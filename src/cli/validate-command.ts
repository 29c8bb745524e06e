import { Command } from 'commander';
import { createRegistry } from '../catalog/index.js';
import { entityTypes } from '../entities/index.js';
import { checkIndex, createSearchIndex } from '../search/index.js';
import { findDangling, readRowsToCheck, type Store } from '../storage/index.js';
import { checkRow } from './check-row.js';
import { orFail } from './fail.js';
import { addFlags, DATA_OPTIONS } from './option-flags.js';
import { withStore } from './with-store.js';

const PAGE = 500;
const MOST_DANGLING = 100;

/** `cairn validate`: looks for what does not fit together in the database; exit code 1 when there is something. */
export function validateCommand(): Command {
  return addFlags(new Command('validate').description('Check that the database is whole.'), DATA_OPTIONS).action(
    (options) =>
      orFail(() =>
        withStore(
          options,
          async ({ store }) => {
            let problems = 0;
            const tell = (problem: string) => {
              problems += 1;
              console.log(problem);
            };
            const entities = await validate(store, tell);
            const index = createSearchIndex({ registry: createRegistry(entityTypes) });
            await checkIndex(store, index, tell);
            console.log(`${entities} entities, ${problems} problems`);
            if (problems > 0) process.exitCode = 1;
          },
          { create: false, current: true },
        ),
      ),
  );
}

/** Tells every problem found; resolves to the number of entities looked at. */
export async function validate(store: Store, tell: (problem: string) => void): Promise<number> {
  for (const { what, missing } of await store.read((sql) => findDangling(sql, MOST_DANGLING)))
    tell(`${what} names the entity ${missing}, which does not exist`);
  let entities = 0;
  let after = '';
  for (;;) {
    const page = await store.read((sql) => readRowsToCheck(sql, after, PAGE));
    for (const check of page)
      for (const problem of checkRow(check)) tell(`${check.row.type} ${check.row.fqn} (${check.row.id}): ${problem}`);
    entities += page.length;
    if (page.length < PAGE) return entities;
    after = page.at(-1)?.row.id ?? '';
  }
}
