import { Button } from '@mantine/core';
import { cancelJob, listJobs } from 'cairn/client';
import { X } from 'lucide-react';
import { cairn } from '../../../data/client.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { Panel } from '../../../kit/panel.js';
import { StateMark, type Tone } from '../../../kit/state-mark.js';
import { Async } from '../../../kit/states/states.js';
import { useAction } from '../../../kit/states/use-action.js';
import { useWords } from '../../../words/define-words.js';
import { formatAgo, formatNumber } from '../../../words/format.js';
import { jobTitle } from '../../../words/settings/jobs.js';
import { systemWords } from '../../../words/settings/system.js';
import classes from '../settings.module.css';

const TONES = { queued: 'idle', running: 'info', completed: 'ok', failed: 'fail', cancelled: 'warn' } as const;

/** The newest work of the queue: what runs, what failed and why. */
export function JobsPanel() {
  const t = useWords(systemWords);
  const { busy, run } = useAction();
  const answer = useOperation(listJobs, { query: { limit: 15 } }, { every: 10_000 });
  async function cancel(jobId: string) {
    await cairn.call(cancelJob, { params: { jobId } });
    await refresh(listJobs);
  }
  return (
    <Panel title={t('jobs')}>
      <Async of={answer} small>
        {({ data }) =>
          data.length === 0 ? (
            <p className={classes.soft}>{t('noJobs')}</p>
          ) : (
            <ul className={classes.list}>
              {data.map(({ id, kind, state, createdBy, updatedAt, progress, error, cancellable, cancelRequested }) => (
                <li key={id} className={classes.head}>
                  <span>
                    <StateMark tone={TONES[state] satisfies Tone}>{t(`job.${state}`)}</StateMark> {jobTitle(kind)}
                    <span className={classes.soft}>
                      {' · '}
                      {t('jobBy', { ago: formatAgo(updatedAt), name: createdBy })}
                      {state === 'running' ? ` · ${progressText(progress, t)}` : null}
                    </span>
                    {error ? <div className={classes.soft}>{error}</div> : null}
                  </span>
                  {cancellable && !cancelRequested ? (
                    <Button
                      size="compact-xs"
                      variant="default"
                      loading={busy}
                      leftSection={<X size={14} aria-hidden />}
                      aria-label={t('cancelJob', { kind: jobTitle(kind) })}
                      onClick={() => void run(() => cancel(id), { failed: t('notCancelled') })}
                    >
                      {t('cancel')}
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </Async>
    </Panel>
  );
}

function progressText(
  progress: { done?: unknown; total?: unknown },
  t: ReturnType<typeof useWords<'jobDone'>>,
): string {
  const done = formatNumber(Number(progress.done ?? 0));
  return progress.total === undefined ? done : t('jobDone', { done, total: formatNumber(Number(progress.total)) });
}
