/** What apps do: programs of this server, or of an external runner. */
import { catalogError } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import type { EntityRow, JobRow } from '../../storage/index.js';

export interface AppProgram {
  /** Starts a run, or returns the one that has not ended. */
  start(scope: Scope): Promise<JobRow>;
}

/** Starts apps that this server does not perform itself. */
export interface AppRunner {
  start(app: EntityRow, scope: Scope): Promise<JobRow>;
}

export interface AppPrograms {
  programs: ReadonlyMap<string, AppProgram>;
  runner?: AppRunner | undefined;
}

/** The program of an app; 400 if nothing here can run it. */
export function programOf(app: EntityRow, { programs, runner }: AppPrograms): AppProgram {
  const own = programs.get(app.name);
  if (own) return own;
  if (runner) return { start: (scope) => runner.start(app, scope) };
  throw catalogError(
    'BAD_REQUEST',
    `this server does not perform the app ${app.name}; an external runner, named by CAIRN_RUNNER_URL, is required`,
  );
}
