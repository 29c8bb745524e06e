import { createHttpEgress, databaseAccess, type HttpEgress, type SourceOptions } from '../egress/index.js';
import type { Feature } from '../feature/index.js';
import type { SourceAccess } from './connectors/index.js';
import type { OwnRuns } from './own-runs.js';
import { markDeployed, pipelineRoutes, setEnabled } from './pipeline-routes.js';
import { createRunner, type RunnerTimeouts } from './runner.js';
import { triggerRoute } from './trigger-route.js';
import { workflowJob } from './workflow-job.js';

export interface IngestionOptions extends SourceOptions {
  /** Base URL of the runner; empty: there is none. */
  runnerUrl: string;
  runnerToken: string;
  runnerTimeouts?: RunnerTimeouts;
}

/** Connection tests, and the operations of ingestion pipelines, which the runner or `own` carries out. */
export function ingestionFeature(options: IngestionOptions, own: OwnRuns): Feature {
  const runner = createRunner(options.runnerUrl, options.runnerToken, options.runnerTimeouts);
  return {
    name: 'ingestion',
    routes: [...pipelineRoutes({ runner, own }), triggerRoute(runner)],
    commands: [markDeployed, setEnabled],
    jobs: [workflowJob({ runner, access: accessOf(options) })],
  };
}

const CONNECT_TIMEOUT = 10_000;
const STATEMENT_TIMEOUT = 15_000;
const MAX_ROWS = 100;
const MAX_BYTES = 1024 * 1024;

function accessOf(options: IngestionOptions): SourceAccess {
  const limits = { connectTimeout: CONNECT_TIMEOUT, statementTimeout: STATEMENT_TIMEOUT, maxRows: MAX_ROWS };
  const databases = databaseAccess(options, limits);
  let egress: HttpEgress | undefined;
  return {
    ...databases,
    send(request) {
      egress ??= createHttpEgress({ policy: databases.policy, maxBytes: MAX_BYTES });
      return egress.send({ ...request, connectTimeout: CONNECT_TIMEOUT, readTimeout: STATEMENT_TIMEOUT });
    },
  };
}
