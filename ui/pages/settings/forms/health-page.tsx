import { Button } from '@mantine/core';
import { getSystemDiagnostics, validateDeployment } from 'cairn/client';
import { CircleCheck, CircleX, RefreshCw } from 'lucide-react';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { PageHead } from '../../../kit/page-head.js';
import { Panel } from '../../../kit/panel.js';
import { Async } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { formatAgo, formatNumber, spaced } from '../../../words/format.js';
import { systemWords } from '../../../words/settings/system.js';
import classes from '../settings.module.css';
import { JobsPanel } from './jobs-panel.js';

interface Check {
  description?: string;
  passed?: boolean;
  message?: string;
}

/** What the page shows of the diagnostics. */
interface Diagnostics {
  process: { uptime_seconds: number; resident_bytes: number; heap_used_bytes: number };
  events: { last_position: number; unplaced: number };
  deletions: unknown[];
}

const CHECKS = ['database', 'migrations', 'jwks'] as const;

export function HealthPage() {
  const t = useWords(systemWords);
  const status = useOperation(validateDeployment, undefined, { every: 30_000 });
  const diagnostics = useOperation(getSystemDiagnostics, undefined, { every: 30_000 });
  return (
    <>
      <PageHead
        title={t('health')}
        about={t('healthText')}
        action={
          <Button
            size="xs"
            variant="default"
            leftSection={<RefreshCw size={14} aria-hidden />}
            onClick={() => void refresh(validateDeployment, getSystemDiagnostics)}
          >
            {t('again')}
          </Button>
        }
      />
      <Async of={status}>{(value) => <Checks checks={value as unknown as Record<string, Check | null>} />}</Async>
      <div className={classes.line} />
      <Async of={diagnostics}>{(value) => <Process found={value as unknown as Diagnostics} />}</Async>
      <div className={classes.line} />
      <JobsPanel />
    </>
  );
}

function Checks({ checks }: { checks: Record<string, Check | null> }) {
  const t = useWords(systemWords);
  return (
    <ul className={classes.list}>
      {Object.entries(checks).map(([key, check]) => {
        if (!check) return null;
        const known = CHECKS.find((one) => one === key);
        const Sign = check.passed ? CircleCheck : CircleX;
        return (
          <li key={key} className={classes.item}>
            <div className={classes.head}>
              <strong>{known ? t(`check.${known}`) : spaced(key)}</strong>
              <span className={classes.state} data-state={check.passed ? 'ok' : 'fail'}>
                <Sign size={16} aria-hidden /> {t(check.passed ? 'passed' : 'broken')}
              </span>
            </div>
            <span className={classes.soft}>{[check.description, check.message].filter(Boolean).join(': ')}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Process({ found: { process, events, deletions } }: { found: Diagnostics }) {
  const t = useWords(systemWords);
  const size = (bytes: number) =>
    formatNumber(bytes / 1e6, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 });
  const facts: [string, string][] = [
    [t('uptime'), formatAgo(Date.now() - process.uptime_seconds * 1000)],
    [t('resident'), size(process.resident_bytes)],
    [t('heap'), size(process.heap_used_bytes)],
    [t('lastEvent'), formatNumber(events.last_position)],
    [t('unplaced'), formatNumber(events.unplaced)],
    [t('deletions'), formatNumber(deletions.length)],
  ];
  return (
    <Panel title={t('process')}>
      <dl className={classes.weights}>
        {facts.map(([label, value]) => (
          <div key={label} className={classes.head}>
            <dt className={classes.soft}>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
