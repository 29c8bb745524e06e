import { Button } from '@mantine/core';
import { deleteApp, listAppRuns, listApps, stopApp, triggerApp } from 'cairn/client';
import type { App, AppRunRecord } from 'cairn/contract';
import { AppWindow, CircleCheck, CircleX, Clock, Play, SlidersHorizontal, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { useMayOn } from '../../../data/rights.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { nameOf } from '../../../entities/fields/values.js';
import { AskButton } from '../../../kit/dialogs/ask-button.js';
import { Panel } from '../../../kit/panel.js';
import { sentenceOf } from '../../../kit/states/sentence.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { formatAgo, formatNumber, spaced } from '../../../words/format.js';
import { SERVER_ZONE, scheduleText } from '../../../words/schedule.js';
import { systemWords } from '../../../words/settings/system.js';
import classes from '../settings.module.css';
import { AppConfiguration, isConfigurable } from './app-configuration.js';
import { Marketplace } from './marketplace.js';

export function AppsPage() {
  const t = useWords(systemWords);
  const answer = useOperation(listApps, { query: { limit: 100 } });
  return (
    <>
      <h1>{t('apps')}</h1>
      <p className={`${classes.soft} ${classes.gap}`}>{t('appsText')}</p>
      <Async of={answer}>
        {({ data }) => (
          <>
            {data.length === 0 ? <Empty icon={AppWindow} title={t('noApps')} /> : null}
            <div className={classes.list}>
              {data.map((app) => (
                <AppPanel key={app.id} app={app} />
              ))}
            </div>
            <Marketplace installed={data} />
          </>
        )}
      </Async>
    </>
  );
}

function AppPanel({ app }: { app: App }) {
  const t = useWords(systemWords);
  const [told, setTold] = useState('');
  const may = useMayOn('app', app.id, 'Trigger');
  async function run(operation: typeof triggerApp | typeof stopApp, done: string) {
    try {
      await cairn.call(operation, { params: { name: app.name } });
      setTold(done);
    } catch (error) {
      setTold(sentenceOf(error));
    }
    await refresh(listAppRuns);
  }
  return (
    <Panel
      title={nameOf(app)}
      action={
        may ? (
          <div className={classes.actions}>
            <Button
              size="xs"
              leftSection={<Play size={14} aria-hidden />}
              onClick={() => void run(triggerApp, t('started'))}
            >
              {t('run')}
            </Button>
            {app.supportsInterrupt ? (
              <Button
                size="xs"
                variant="default"
                leftSection={<Square size={14} aria-hidden />}
                onClick={() => void run(stopApp, t('stopped'))}
              >
                {t('stop')}
              </Button>
            ) : null}
            <MoreActions app={app} />
          </div>
        ) : null
      }
    >
      <p>{app.description}</p>
      <p className={`${classes.soft} ${classes.gap}`}>
        {t('schedule')}:{' '}
        {app.appSchedule?.cronExpression ? scheduleText(app.appSchedule.cronExpression, SERVER_ZONE) : t('onDemand')}
      </p>
      <p role="status">{told}</p>
      {may ? <LatestRuns app={app} /> : null}
    </Panel>
  );
}

/** Only for people who may start one: runs count entities that others cannot see. */
function LatestRuns({ app }: { app: App }) {
  const t = useWords(systemWords);
  const runs = useOperation(listAppRuns, { params: { name: app.name }, query: { limit: 5 } }, { every: 10_000 });
  return (
    <>
      <h3>{t('runs')}</h3>
      <Async of={runs} small>
        {({ data }) => <Runs runs={data} />}
      </Async>
    </>
  );
}

/** The configuration, where there is something to set, and the removal of what does not belong to the server. */
function MoreActions({ app }: { app: App }) {
  const t = useWords(systemWords);
  const [configuring, setConfiguring] = useState(false);
  const mayConfigure = useMayOn('app', app.id, 'EditAll');
  const mayRemove = useMayOn('app', app.id, 'Delete');
  async function remove() {
    await cairn.call(deleteApp, { params: { id: app.id }, query: { hardDelete: true } });
    await refresh(listApps);
  }
  return (
    <>
      {mayConfigure && isConfigurable(app) ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<SlidersHorizontal size={14} aria-hidden />}
          onClick={() => setConfiguring(true)}
        >
          {t('configure')}
        </Button>
      ) : null}
      {mayRemove && !app.system ? (
        <AskButton label={t('uninstall')} icon={Trash2} title={t('uninstallTitle', { name: nameOf(app) })} run={remove}>
          {t('uninstallText')}
        </AskButton>
      ) : null}
      {configuring ? <AppConfiguration app={app} close={() => setConfiguring(false)} /> : null}
    </>
  );
}

const SIGNS = { success: CircleCheck, failed: CircleX } as const;
const STATES = ['success', 'failed', 'running', 'started', 'stopped', 'pending'] as const;

function Runs({ runs }: { runs: readonly AppRunRecord[] }) {
  const t = useWords(systemWords);
  if (runs.length === 0) return <p className={classes.soft}>{t('noRuns')}</p>;
  return (
    <ul className={classes.hits}>
      {runs.map(({ status = 'pending', startTime = 0, endTime }) => {
        const word = status === 'completed' ? 'success' : status;
        const state = STATES.find((one) => one === word);
        const Sign = word === 'success' || word === 'failed' ? SIGNS[word] : Clock;
        const seconds = endTime ? formatNumber((endTime - startTime) / 1000, { maximumFractionDigits: 1 }) : '';
        return (
          <li key={startTime}>
            <span
              className={classes.state}
              data-state={word === 'failed' ? 'fail' : word === 'success' ? 'ok' : undefined}
            >
              <Sign size={14} aria-hidden /> {state ? t(`run.${state}`) : spaced(status)}
            </span>{' '}
            <span className={classes.soft}>
              {t(endTime ? 'began' : 'beganNow', { ago: formatAgo(startTime), seconds })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
