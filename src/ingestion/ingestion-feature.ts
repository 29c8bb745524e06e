import { createAddressPolicy, createHttpEgress, type HttpEgress } from '../egress/index.js';
import type { Feature } from '../feature/index.js';
import type { SourceAccess } from './connectors/index.js';
import { markDeployed, pipelineRoutes, setEnabled } from './pipeline-routes.js';
import { createRunner, type RunnerTimeouts } from './runner.js';
import { triggerRoute } from './trigger-route.js';
import { workflowJob } from './workflow-job.js';

export interface IngestionOptions {
  /** Address ranges that connection tests may reach besides public addresses. */
  sourceAllow: readonly string[];
  /** Folder of the SQLite files that they may open; empty: none. */
  sourceFolder: string;
  /** The server's own data folder. */
  data: string;
  /** Base URL of the runner; empty: there is none. */
  runnerUrl: string;
  runnerToken: string;
  /** The program that reads SQLite files. */
  sourceReader: URL;
  runnerTimeouts?: RunnerTimeouts;
}

/** Connection tests, and the operations of ingestion pipelines that a runner carries out. */
export function ingestionFeature(options: IngestionOptions): Feature {
  const runner = createRunner(options.runnerUrl, options.runnerToken, options.runnerTimeouts);
  return {
    name: 'ingestion',
    routes: [...pipelineRoutes(runner), triggerRoute(runner)],
    commands: [markDeployed, setEnabled],
    jobs: [workflowJob({ runner, access: accessOf(options) })],
  };
}

const CONNECT_TIMEOUT = 10_000;
const STATEMENT_TIMEOUT = 15_000;
const MAX_ROWS = 100;
const MAX_BYTES = 1024 * 1024;

function accessOf({ sourceAllow, sourceFolder, data, sourceReader }: IngestionOptions): SourceAccess {
  const policy = createAddressPolicy(sourceAllow, 'CAIRN_SOURCE_ALLOW');
  let egress: HttpEgress | undefined;
  return {
    policy,
    limits: { connectTimeout: CONNECT_TIMEOUT, statementTimeout: STATEMENT_TIMEOUT, maxRows: MAX_ROWS },
    send(request) {
      egress ??= createHttpEgress({ policy, maxBytes: MAX_BYTES });
      return egress.send({ ...request, connectTimeout: CONNECT_TIMEOUT, readTimeout: STATEMENT_TIMEOUT });
    },
    sqlite: { folder: sourceFolder, dataFolder: data, program: sourceReader, option: 'CAIRN_SOURCE_FOLDER' },
  };
}
