/** What apps do: programs of this server. */
import { catalogError } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import type { EntityRow, JobRow } from '../../storage/index.js';

export interface AppProgram {
  /** Starts a run, or returns the one that has not ended. */
  start(scope: Scope): Promise<JobRow>;
}

/** By name of the app. */
export type AppPrograms = ReadonlyMap<string, AppProgram>;

/** The program of an app; 400 if this server does not perform it. */
export function programOf(app: EntityRow, programs: AppPrograms): AppProgram {
  const program = programs.get(app.name);
  if (program) return program;
  throw catalogError('BAD_REQUEST', `this server does not perform the app ${app.name}; run it where it is installed`);
}
