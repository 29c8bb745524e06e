// A connection test: a workflow that the server runs, and that is removed once its result is known.
import { createWorkflow, deleteWorkflow, getWorkflowById, type Operation, triggerWorkflow } from 'cairn/client';
import type { CreateWorkflow, TestConnectionResult } from 'cairn/contract';
import { cairn } from '../../../data/client.js';
import type { Entity } from '../../../entities/entity-page.js';
import { familyOf } from '../../../entities/service-types.js';

const WAIT = 700;
const LONGEST = 120_000;

export interface Tested {
  /** Type of the service. */
  type: string;
  serviceType: string;
  config: unknown;
  /** Of a service that exists: masked secrets stand for what it stores. */
  serviceName?: string;
}

export type Report = (result: TestConnectionResult) => void;

/** Runs a test and reports its steps as they come. */
export async function runTest(tested: Tested, report: Report): Promise<TestConnectionResult> {
  const { type, serviceType, config, serviceName } = tested;
  const body = {
    name: `test-connection-${crypto.randomUUID()}`,
    workflowType: 'TEST_CONNECTION',
    request: {
      ...(serviceName === undefined ? {} : { serviceName }),
      serviceType: familyOf(type),
      connectionType: serviceType,
      connection: { config },
    },
  } as unknown as CreateWorkflow;
  const { id } = await cairn.call(createWorkflow, { body });
  try {
    await cairn.call(triggerWorkflow, { params: { id } });
    return await finished(id, report);
  } finally {
    await cairn.call(deleteWorkflow, { params: { id }, query: { hardDelete: true } });
  }
}

/** Stores a result with the service, for everybody who looks at it. */
export async function storeResult(path: string, id: string, body: TestConnectionResult): Promise<void> {
  const operation = `PUT ${path}/{id}/testConnectionResult` as Operation<{
    params: { id: string };
    query: Record<never, never>;
    body: TestConnectionResult;
    answer: Entity;
  }>;
  await cairn.call(operation, { params: { id }, body });
}

async function finished(id: string, report: Report): Promise<TestConnectionResult> {
  for (const end = Date.now() + LONGEST; ; ) {
    const { status, response } = await cairn.call(getWorkflowById, { params: { id } });
    const result = { steps: [], ...(response as Partial<TestConnectionResult> | undefined) };
    if (status === 'Successful' || status === 'Failed') return { ...result, status };
    report({ ...result, status: 'Running' });
    if (Date.now() > end) return { ...result, status: 'Failed' };
    await new Promise((go) => setTimeout(go, WAIT));
  }
}
