import { Button } from '@mantine/core';
import { listTableSystemProfile, listTableTableProfile, triggerTableProfile } from 'cairn/client';
import type { TableProfile as Profile } from 'cairn/contract';
import { ChartLine, RefreshCw, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { cairn } from '../../data/client.js';
import { useOperation } from '../../data/use-operation.js';
import { Figures } from '../../kit/charts/figures.js';
import { Panel } from '../../kit/panel.js';
import { part } from '../../kit/states/part.js';
import { Async, Empty, Loading } from '../../kit/states/states.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { profileWords } from '../../words/entities/profile.js';
import { formatNumber, formatTime } from '../../words/format.js';
import type { EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';
import { Fillers } from '../pipeline/fillers.js';
import { FigureChart } from './figure-chart.js';
import { figureText, figureTitle } from './figure-text.js';
import { PeriodSelect, usePeriod } from './period.js';
import classes from './profile.module.css';
import { figuresOf } from './profile-values.js';

const ProfileSettings = part(() => import('./profile-settings.js').then((m) => m.ProfileSettings), <Loading />);

const MOST = 1000;
const LISTED = 7;
const FIRST = ['rowCount', 'columnCount', 'sizeInByte'];

/** The figures of a table: the newest, over time, and what changed its data. */
export function TableProfile(view: EntityView) {
  const t = useWords(profileWords);
  const { entity, may } = view;
  const [isSetting, setSetting] = useState(false);
  const { startTs, endTs, ...period } = usePeriod();
  const input = { params: { fqn: entity.fullyQualifiedName }, query: { startTs, endTs, limit: MOST } };
  const answer = useOperation(listTableTableProfile, input, { keepPrevious: true });
  return (
    <div className={classes.stack}>
      <div className={classes.bar}>
        <PeriodSelect {...period} />
        <TakeProfile {...view} />
        {may('EditDataProfile') && !entity.deleted ? (
          <Button
            size="xs"
            variant="default"
            aria-expanded={isSetting}
            leftSection={<SlidersHorizontal size={14} aria-hidden />}
            onClick={() => setSetting(!isSetting)}
          >
            {t('settings')}
          </Button>
        ) : null}
      </div>
      {isSetting ? <ProfileSettings {...view} /> : null}
      <Async of={answer}>
        {({ data }) => {
          const [newest] = data;
          return newest === undefined ? (
            <Empty icon={ChartLine} title={t('noProfile')}>
              {t('noProfileText')}
            </Empty>
          ) : (
            <>
              <Newest profile={newest} />
              <Panel title={t('overTime')}>
                <FigureChart
                  of="table"
                  fqn={entity.fullyQualifiedName}
                  name={nameOf(entity)}
                  profiles={data}
                  first={FIRST}
                />
              </Panel>
            </>
          );
        }}
      </Async>
      <Operations input={input} />
      <Fillers fqn={entity.fullyQualifiedName} />
    </div>
  );
}

function Newest({ profile }: { profile: Profile }) {
  const t = useWords(profileWords);
  const { timestamp, profileSample, profileSampleType = 'PERCENTAGE' } = profile;
  const isWhole = profileSample === undefined || (profileSample === 100 && profileSampleType === 'PERCENTAGE');
  return (
    <Panel title={t('newest')}>
      <Figures
        small
        figures={Object.entries(figuresOf(profile)).map(([name, value]) => ({
          label: figureTitle(name),
          value: figureText(name, value),
        }))}
      />
      <p className={classes.soft}>
        {t('takenAt', { time: formatTime(timestamp) })}
        {isWhole
          ? null
          : ` · ${t('sample', {
              sample: t(profileSampleType === 'ROWS' ? 'sample.ROWS' : 'sample.PERCENTAGE', {
                value: formatNumber(profileSample ?? 0),
              }),
            })}`}
      </p>
    </Panel>
  );
}

/** Asks the server to take one, where it can read the source; it says so if not. */
function TakeProfile({ entity, may }: EntityView) {
  const t = useWords(profileWords);
  const { busy, run } = useAction();
  if (!may('EditDataProfile') || entity.deleted) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      leftSection={<RefreshCw size={14} aria-hidden />}
      onClick={() =>
        void run(() => cairn.call(triggerTableProfile, { params: { fqn: entity.fullyQualifiedName } }), {
          done: t('profileStarted'),
          failed: t('failed'),
        })
      }
    >
      {t('takeProfile')}
    </Button>
  );
}

interface Window {
  params: { fqn: string };
  query: { startTs: number; endTs: number; limit: number };
}

/** Rows that were inserted, changed or deleted, newest first; empty if the source does not report them. */
function Operations({ input }: { input: Window }) {
  const t = useWords(profileWords);
  const all = useOperation(listTableSystemProfile, input, { keepPrevious: true }).data?.value.data ?? [];
  if (all.length === 0) return null;
  return (
    <Panel title={t('operations')}>
      <ul className={classes.operations}>
        {all.slice(0, LISTED).map(({ timestamp = 0, operation = 'WRITE', rowsAffected = 0 }) => (
          <li key={`${timestamp} ${operation}`}>
            <time>{formatTime(timestamp)}</time>
            <span>{t(`operation.${operation}`)}</span>
            <span>{t('rowsAffected', { count: rowsAffected, shown: formatNumber(rowsAffected) })}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
