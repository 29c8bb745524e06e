import type { ActionScope } from '../../catalog/index.js';
import { createEventView } from '../../catalog/index.js';
import type { PlacedEventRow } from '../../storage/index.js';

/** What the owner of a token may see of the rows now, in their order. */
export type Decisions = (
  rows: readonly PlacedEventRow[],
  caller: { bearer: string | null; scope: Pick<ActionScope, 'actor' | 'readAs'> },
) => Promise<PlacedEventRow[]>;

type Shown = ReadonlyMap<number, PlacedEventRow | null>;

/** Decides once, in one snapshot, for all streams of a token that ask in the same moment. */
export function createDecisions(): Decisions {
  const asked = new Map<string, { rows: Map<number, PlacedEventRow>; shown: Promise<Shown> }>();

  async function decide(key: string, rows: ReadonlyMap<number, PlacedEventRow>, readAs: ActionScope['readAs']) {
    await new Promise((resolve) => setImmediate(resolve));
    asked.delete(key); // who asks from now on may have other rights
    return readAs(async (scope) => {
      const view = createEventView(scope);
      const shown = new Map<number, PlacedEventRow | null>();
      for (const [position, row] of rows) shown.set(position, await view(row));
      return shown;
    });
  }

  return async (rows, { bearer, scope }) => {
    // A bot can act for several users with one token.
    const key = `${scope.actor?.id} ${bearer}`;
    let batch = asked.get(key);
    if (!batch) {
      const all = new Map<number, PlacedEventRow>();
      batch = { rows: all, shown: decide(key, all, scope.readAs) };
      asked.set(key, batch);
    }
    for (const row of rows) batch.rows.set(row.position, row);
    const shown = await batch.shown;
    return rows.flatMap(({ position }) => shown.get(position) ?? []);
  };
}
