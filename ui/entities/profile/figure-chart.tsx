import { Select } from '@mantine/core';
import { getColumnProfileExpectedRange, getTableProfileExpectedRange } from 'cairn/client';
import { useMemo } from 'react';
import { useSearchState } from '../../data/addresses/use-address.js';
import { useOperation } from '../../data/use-operation.js';
import { useWords } from '../../words/define-words.js';
import { profileWords } from '../../words/entities/profile.js';
import { formatTime } from '../../words/format.js';
import { figureText, figureTitle } from './figure-text.js';
import { SeriesChart } from './loaded-chart.js';
import classes from './profile.module.css';
import { namesOfFigures, type RangePoint, seriesOf, type Timed } from './profile-values.js';

/** The server reckons a range for each point; so many are worth their time. */
const MOST_RANGES = 60;

interface Props<P extends Timed> {
  /** Of the table, or of the column. */
  of: 'table' | 'column';
  fqn: string;
  name: string;
  profiles: readonly P[];
  /** Figures that people ask for first. */
  first: readonly string[];
}

/** A figure of profiles over time, with the range in which its history lets expect it. */
export function FigureChart<P extends Timed>({ of, fqn, name, profiles, first }: Props<P>) {
  const t = useWords(profileWords);
  const figures = useMemo(() => namesOfFigures(profiles, first), [profiles, first]);
  const [given, setFigure] = useSearchState('figure', figures[0]);
  const figure = figures.find((one) => one === given) ?? figures[0] ?? '';
  const operation = of === 'table' ? getTableProfileExpectedRange : getColumnProfileExpectedRange;
  const limit = Math.min(MOST_RANGES, profiles.length);
  const answer = useOperation(
    operation,
    { params: { fqn }, query: { metric: figure, limit } },
    { enabled: figure !== '', staleTime: 60_000 },
  );
  const ranges = answer.data?.value;
  const { times, series } = useMemo(() => {
    const { times: at, values, least, most } = seriesOf(profiles, figure, ranges?.points, ranges?.ranges[0]);
    const format = (value: number) => figureText(figure, value);
    const bound = (label: string, all: (number | null)[]) =>
      all.some((value) => value !== null) ? [{ label, values: all, dashed: true, format }] : [];
    return {
      times: at,
      series: [
        { label: figureTitle(figure), values, format },
        ...bound(t('expectedLeast'), least),
        ...bound(t('expectedMost'), most),
      ],
    };
  }, [profiles, figure, ranges, t]);
  return (
    <div className={classes.stack}>
      <Select
        size="xs"
        className={classes.figure}
        aria-label={t('figure')}
        allowDeselect={false}
        searchable
        data={figures.map((value) => ({ value, label: figureTitle(value) }))}
        value={figure}
        onChange={(value) => value && setFigure(value)}
      />
      <SeriesChart label={t('chartOf', { figure: figureTitle(figure), name })} times={times} series={series} />
      {ranges ? <Verdict figure={figure} points={ranges.points} next={ranges.ranges[0]} /> : null}
    </div>
  );
}

/** What was not as expected, and what is expected next. */
function Verdict({ figure, points, next }: { figure: string; points: RangePoint[]; next: RangePoint | undefined }) {
  const t = useWords(profileWords);
  const judged = points.filter(({ isExpected }) => isExpected !== undefined);
  const odd = judged.filter(({ isExpected }) => isExpected === false);
  const text = (value: number | undefined) => figureText(figure, value ?? 0);
  return (
    <div className={classes.verdict}>
      {next?.reason ? <p className={classes.soft}>{t('noRange', { reason: next.reason })}</p> : null}
      {judged.length > 0 && odd.length === 0 ? <p className={classes.soft}>{t('asExpected')}</p> : null}
      {odd.length > 0 ? (
        <>
          <h3 className={classes.warn}>{t('notExpected', { count: odd.length })}</h3>
          <ul className={classes.odd}>
            {odd.map(({ timestamp = 0, value, minBound, maxBound }) => (
              <li key={timestamp}>
                <time>{formatTime(timestamp)}</time>
                <span>{t('found', { value: text(value), least: text(minBound), most: text(maxBound) })}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {next?.minBound !== undefined ? (
        <p className={classes.soft}>{t('nextExpected', { least: text(next.minBound), most: text(next.maxBound) })}</p>
      ) : null}
    </div>
  );
}
