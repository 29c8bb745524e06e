import { Button } from '@mantine/core';
import { listTableColumnProfile } from 'cairn/client';
import type { Column, ColumnProfile } from 'cairn/contract';
import { ArrowLeft, ChartLine } from 'lucide-react';
import { useOperation } from '../../data/use-operation.js';
import { Bars } from '../../kit/charts/bars.js';
import { Figures } from '../../kit/charts/figures.js';
import { Link } from '../../kit/link.js';
import { Panel } from '../../kit/panel.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { profileWords } from '../../words/entities/profile.js';
import { formatNumber, formatTime } from '../../words/format.js';
import type { EntityView } from '../entity-page.js';
import { AddTest } from './add-test.js';
import { FigureChart } from './figure-chart.js';
import { figureText, figureTitle } from './figure-text.js';
import { PeriodSelect, usePeriod } from './period.js';
import classes from './profile.module.css';
import { barsOf, figuresOf } from './profile-values.js';

const MOST = 1000;
const FIRST = ['nullProportion', 'distinctProportion', 'uniqueProportion', 'mean', 'valuesCount'];

interface Props {
  view: EntityView;
  column: Column;
  /** The address of the list of columns. */
  back: string;
}

/** The profile of one column: the newest figures, over time, and how its values are spread. */
export function ColumnProfileView({ view, column, back }: Props) {
  const t = useWords(profileWords);
  const { startTs, endTs, ...period } = usePeriod();
  const { name, fullyQualifiedName: fqn = '', profile } = column;
  const answer = useOperation(
    listTableColumnProfile,
    { params: { fqn }, query: { startTs, endTs, limit: MOST } },
    { keepPrevious: true },
  );
  return (
    <div className={classes.stack}>
      <div className={classes.bar}>
        <Button
          component={Link}
          to={back}
          size="xs"
          variant="default"
          leftSection={<ArrowLeft size={14} aria-hidden />}
        >
          {t('allColumns')}
        </Button>
        <PeriodSelect {...period} />
        <AddTest {...view} column={name} />
      </div>
      {profile ? <Newest name={name} profile={profile} /> : null}
      <Async of={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={ChartLine} title={t('noColumnProfile')} />
          ) : (
            <Panel title={t('overTime')}>
              <FigureChart of="column" fqn={fqn} name={name} profiles={data} first={FIRST} />
            </Panel>
          )
        }
      </Async>
      {profile ? <Distributions name={name} profile={profile} /> : null}
    </div>
  );
}

function Newest({ name, profile }: { name: string; profile: ColumnProfile }) {
  const t = useWords(profileWords);
  const { min, max, timestamp } = profile;
  const texts = { min, max };
  return (
    <Panel title={name}>
      <Figures
        small
        figures={[
          ...Object.entries(figuresOf(profile)).map(([figure, value]) => ({
            label: figureTitle(figure),
            value: figureText(figure, value),
          })),
          ...Object.entries(texts).flatMap(([figure, value]) =>
            typeof value === 'string' ? [{ label: figureTitle(figure), value }] : [],
          ),
        ]}
      />
      <p className={classes.soft}>{t('takenAt', { time: formatTime(timestamp) })}</p>
    </Panel>
  );
}

/** Bars of the histogram, and of the most frequent values. */
function Distributions({
  name,
  profile: { histogram, cardinalityDistribution },
}: {
  name: string;
  profile: ColumnProfile;
}) {
  const t = useWords(profileWords);
  const text = (value: unknown) =>
    typeof value === 'number' ? formatNumber(value, { maximumFractionDigits: 2 }) : String(value);
  const bars = barsOf(histogram, (from, to) =>
    typeof from === 'number' && to !== undefined ? t('range', { from: text(from), to: text(to) }) : text(from),
  );
  const { categories = [], counts = [], allValuesUnique } = cardinalityDistribution ?? {};
  return (
    <div className={classes.panels}>
      {bars.length > 0 ? (
        <Panel title={t('distribution')}>
          <Bars label={t('distributionOf', { name })} bars={bars} />
        </Panel>
      ) : null}
      {allValuesUnique || categories.length > 0 ? (
        <Panel title={t('frequent')}>
          {allValuesUnique ? (
            <p>{t('allUnique')}</p>
          ) : (
            <Bars
              label={t('frequentOf', { name })}
              bars={categories.map((label, i) => ({ label, value: counts[i] ?? 0 }))}
            />
          )}
        </Panel>
      ) : null}
    </div>
  );
}
