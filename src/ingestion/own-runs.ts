import type { Scope } from '../catalog/index.js';
import type { EntityRow } from '../storage/index.js';

/** Pipelines that this server runs itself, without a runner. */
export interface OwnRuns {
  /** null if it runs this one; otherwise why not, as a clause, empty for types that it never runs. */
  refusal(pipeline: EntityRow, scope: Pick<Scope, 'sql' | 'catalog'>): Promise<string | null>;
  /** Names of the commands that take `{ id }` and resolve to `{ runId }`; null if there is nothing to start or stop. */
  commands: { start: string; stop: string };
}
