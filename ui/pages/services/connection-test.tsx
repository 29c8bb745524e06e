import { Button } from '@mantine/core';
import { createWorkflow, deleteWorkflow, getWorkflowById, type Operation, triggerWorkflow } from 'cairn/client';
import type { CreateWorkflow, TestConnectionResult } from 'cairn/contract';
import { PlugZap } from 'lucide-react';
import { useState } from 'react';
import { cairn } from '../../data/client.js';
import { useMay } from '../../data/rights.js';
import { refresh } from '../../data/use-operation.js';
import { entityOperations } from '../../entities/entity-operations.js';
import type { Entity, EntityView } from '../../entities/entity-page.js';
import { Panel } from '../../kit/panel.js';
import { StateMark, type Tone } from '../../kit/state-mark.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { formatAgo, spaced } from '../../words/format.js';
import { serviceWords } from '../../words/services.js';
import type { ServiceType } from './service-types.js';
import classes from './services.module.css';

interface Props {
  view: EntityView;
  config: unknown;
  /** The result of the last test, of whoever made it. */
  last: TestConnectionResult | undefined;
  allowed: boolean;
}

/** What became of the last test of a connection, and a new one. */
export function ConnectionTest({ view, config, last, allowed }: Props) {
  const t = useWords(serviceWords);
  const may = useMay('workflow', 'Create');
  const { busy, run } = useAction();
  const [running, setRunning] = useState<TestConnectionResult>();
  const result = running ?? last;
  async function test() {
    try {
      await testConnection(view, config, setRunning);
    } finally {
      await refresh(entityOperations(pathOf(view)).get);
      setRunning(undefined);
    }
  }
  return (
    <Panel
      title={t('tested')}
      action={
        allowed && may !== 'no' ? (
          <Button
            size="xs"
            variant="default"
            loading={busy}
            leftSection={<PlugZap size={14} aria-hidden />}
            onClick={() => void run(test, { failed: t('testFailed') })}
          >
            {t('test')}
          </Button>
        ) : null
      }
    >
      <div role="status">
        {result?.status ? <Outcome result={result} /> : <span className={classes.soft}>{t('notTested')}</span>}
      </div>
      {result?.steps.length ? <Steps steps={result.steps} /> : null}
    </Panel>
  );
}

const RESULTS: Readonly<Record<string, Tone>> = { Successful: 'ok', Failed: 'fail', Running: 'info' };

function Outcome({ result: { status = 'Running', lastUpdatedAt } }: { result: TestConnectionResult }) {
  const t = useWords(serviceWords);
  return (
    <>
      <StateMark tone={RESULTS[status] ?? 'info'}>{t(`test.${status}`)}</StateMark>{' '}
      {lastUpdatedAt ? <span className={classes.soft}>{t('testedAt', { ago: formatAgo(lastUpdatedAt) })}</span> : null}
    </>
  );
}

const STEPS: Readonly<Record<string, Tone>> = { Passed: 'ok', Failed: 'fail', Warning: 'warn', Running: 'info' };

function Steps({ steps }: { steps: TestConnectionResult['steps'] }) {
  const t = useWords(serviceWords);
  return (
    <ul className={classes.steps} aria-label={t('steps')}>
      {steps.map(({ name, passed, message, status = passed ? 'Passed' : 'Failed' }) => (
        <li key={name}>
          <StateMark tone={STEPS[status] ?? 'idle'}>{t(`step.${status}`)}</StateMark>
          <span>{spaced(name)}</span>
          {message ? <span className={classes.soft}>{message}</span> : null}
        </li>
      ))}
    </ul>
  );
}

function pathOf({ type }: EntityView): string {
  return `/v1/services/${type}s`;
}

type Family = NonNullable<Extract<CreateWorkflow['request'], { serviceType?: unknown }>['serviceType']>;

/** What requests for a test call the families. */
const FAMILIES: Readonly<Record<string, Family>> = {
  databaseService: 'Database',
  messagingService: 'Messaging',
  dashboardService: 'Dashboard',
  pipelineService: 'Pipeline',
  mlmodelService: 'MlModel',
  storageService: 'Storage',
  searchService: 'Search',
  metadataService: 'Metadata',
  apiService: 'Api',
  driveService: 'Drive',
  securityService: 'Security',
  llmService: 'LLM',
  mcpService: 'Mcp',
} satisfies Readonly<Record<ServiceType, Family>>;

const WAIT = 700;
const LONGEST = 120_000;

/** Runs a test with the stored secrets, reports its steps as they come, and stores the result with the service. */
async function testConnection(view: EntityView, config: unknown, report: (result: TestConnectionResult) => void) {
  const { entity, type } = view;
  const { serviceType } = entity as { serviceType?: string };
  const body = {
    name: `test-connection-${entity.id}-${Date.now()}`,
    workflowType: 'TEST_CONNECTION',
    request: {
      serviceName: entity.name,
      serviceType: FAMILIES[type],
      connectionType: serviceType,
      connection: { config },
    },
  } as unknown as CreateWorkflow;
  const { id } = await cairn.call(createWorkflow, { body });
  try {
    await cairn.call(triggerWorkflow, { params: { id } });
    const result = await finished(id, report);
    await cairn.call(resultOperation(view), { params: { id: entity.id }, body: result });
  } finally {
    await cairn.call(deleteWorkflow, { params: { id }, query: { hardDelete: true } });
  }
}

function resultOperation(view: EntityView) {
  return `PUT ${pathOf(view)}/{id}/testConnectionResult` as Operation<{
    params: { id: string };
    query: Record<never, never>;
    body: TestConnectionResult;
    answer: Entity;
  }>;
}

async function finished(id: string, report: (result: TestConnectionResult) => void): Promise<TestConnectionResult> {
  for (const end = Date.now() + LONGEST; ; ) {
    const { status, response } = await cairn.call(getWorkflowById, { params: { id } });
    const result = { steps: [], ...(response as Partial<TestConnectionResult> | undefined) };
    if (status === 'Successful' || status === 'Failed') return { ...result, status };
    report({ ...result, status: 'Running' });
    if (Date.now() > end) return { ...result, status: 'Failed' };
    await new Promise((go) => setTimeout(go, WAIT));
  }
}
