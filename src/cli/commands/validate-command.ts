import { Command } from 'commander';
import { createRegistry } from '../../catalog/index.js';
import { features, typesOf } from '../../features.js';
import { checkIndex, createSearchIndex } from '../../search/index.js';
import {
  eventsOfEntities,
  findDangling,
  type RowToCheck,
  readEvents,
  readRowsAgain,
  readRowsToCheck,
  type Store,
  StoreUnavailable,
} from '../../storage/index.js';
import { orFail } from '../fail.js';
import { addFlags, DATA_OPTIONS } from '../option-flags.js';
import { checkEvents, checkRow } from '../validate/check-row.js';
import { noteEvent, type ReportedVersions } from '../validate/told-versions.js';
import { withStore } from '../with-store.js';

const PAGE = 500;
const MOST_DAMAGE = 20;
const MOST_DANGLING = 100;
const MOST_AGAIN = 1000;

/**
 * `cairn validate`: checks the consistency of the database and prints every problem; the exit code is 1 if there are
 * any.
 */
export function validateCommand(): Command {
  return addFlags(new Command('validate').description('Check the consistency of the database.'), DATA_OPTIONS).action(
    (options) =>
      orFail(() =>
        withStore(
          options,
          async ({ store }) => {
            let problems = 0;
            const report = (problem: string) => {
              problems += 1;
              console.log(problem);
            };
            const found = await store.findDamage?.(MOST_DAMAGE).catch(damageOf);
            for (const damage of found ?? []) report(`the database file is damaged: ${damage}`);
            const entities = await unlessDamaged('entities and events', () => validate(store, report), report);
            const index = createSearchIndex({ registry: createRegistry(typesOf(features)) });
            await unlessDamaged('the search index', () => checkIndex(store, index, report), report);
            console.log(`${entities ?? 'not all'} entities, ${problems} problems`);
            if (problems > 0) process.exitCode = 1;
          },
          { create: false, current: true },
        ),
      ),
  );
}

/** The database's description of its damage. Rethrows the error if the database is unreachable. */
function damageOf(error: unknown): string[] {
  if (error instanceof StoreUnavailable && error.kind === 'away') throw error;
  return [error instanceof Error ? error.message : String(error)];
}

/** Runs a step of the check. Null if it could not complete, which is reported as a problem. */
async function unlessDamaged<T>(
  what: string,
  step: () => Promise<T>,
  report: (problem: string) => void,
): Promise<T | null> {
  try {
    return await step();
  } catch (error) {
    for (const damage of damageOf(error)) report(`${what} cannot be read completely: ${damage}`);
    return null;
  }
}

/** Reports every problem; resolves to the number of entities checked. */
export async function validate(store: Store, report: (problem: string) => void): Promise<number> {
  for (const { what, missing } of await store.read((sql) => findDangling(sql, MOST_DANGLING)))
    report(`${what} refers to entity ${missing}, which does not exist`);
  const reportOf = ({ row }: RowToCheck, problems: readonly string[]) => {
    for (const problem of problems) report(`${row.type} ${row.fqn} (${row.id}): ${problem}`);
  };
  const recorded = await recordedVersions(store);
  const doubtful: RowToCheck[] = [];
  let entities = 0;
  let after = '';
  for (;;) {
    const page = await store.read((sql) => readRowsToCheck(sql, after, PAGE));
    for (const check of page) {
      reportOf(check, checkRow(check));
      if (checkEvents(check, recorded.get(check.row.id)).length > 0) doubtful.push(check);
    }
    entities += page.length;
    if (page.length < PAGE) break;
    after = page.at(-1)?.row.id ?? '';
  }
  // A running server may have written between reading events and rows: if few entities are in doubt, check them again.
  if (doubtful.length > MOST_AGAIN)
    for (const check of doubtful) reportOf(check, checkEvents(check, recorded.get(check.row.id)));
  else
    for (const { check, versions } of await readAgain(store, doubtful)) reportOf(check, checkEvents(check, versions));
  return entities;
}

/** The versions recorded in events, by entity. */
async function recordedVersions(store: Store): Promise<Map<string, ReportedVersions>> {
  const recorded = new Map<string, ReportedVersions>();
  let after = 0;
  for (;;) {
    const events = await store.read((sql) => readEvents(sql, { after, limit: PAGE }));
    for (const event of events) noteEvent(recorded, event.entity_id, event.doc);
    if (events.length < PAGE) return recorded;
    after = events.at(-1)?.position ?? 0;
  }
}

async function readAgain(store: Store, doubtful: readonly RowToCheck[]) {
  if (doubtful.length === 0) return [];
  const ids = doubtful.map(({ row }) => row.id);
  return store.read(async (sql) => {
    const checks = await readRowsAgain(sql, ids);
    const recorded = new Map<string, ReportedVersions>();
    for (const event of await eventsOfEntities(sql, ids)) noteEvent(recorded, event.entity_id, event.doc);
    return checks.map((check) => ({ check, versions: recorded.get(check.row.id) }));
  });
}
