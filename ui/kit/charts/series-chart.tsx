import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useWords } from '../../words/define-words.js';
import { formatDate, formatNumber, formatTime } from '../../words/format.js';
import { kitWords } from '../../words/kit.js';
import classes from './series-chart.module.css';

export interface Series {
  label: string;
  /** One for each time; null where nothing is known. */
  values: readonly (number | null)[];
  /** Such as a threshold. */
  dashed?: boolean;
  format?: (value: number) => string;
}

interface Props {
  /** What the chart shows, for those who do not see it. */
  label: string;
  /** Milliseconds since 1970, ascending. */
  times: readonly number[];
  series: readonly Series[];
  height?: number;
  onPoint?: (index: number) => void;
}

// Eight hues that people with any colour vision tell apart; dashes besides.
const HUES = ['#4c78a8', '#e08214', '#54a24b', '#b279a2', '#9d755d', '#d64f4f', '#3b9c9c', '#8a8a2c'];
const DASHES = [[], [6, 3], [2, 3], [8, 3, 2, 3]];

/** A time of the axis, in seconds: the day, and within a day the hour. */
function timeOf(tick: number, before: number | undefined): string {
  const day = formatDate(tick * 1000, { month: 'short', day: 'numeric' });
  const isSame = before !== undefined && formatDate(before * 1000, { month: 'short', day: 'numeric' }) === day;
  return isSame ? formatDate(tick * 1000, { timeStyle: 'short' }) : day;
}

/** Room for the labels of the upright axis, so that none is cut. */
function widthOf(labels: readonly string[] | null): number {
  return Math.max(64, 20 + 7 * Math.max(0, ...(labels ?? []).map(({ length }) => length)));
}

/** Series over time, with the same figures as a table. */
export function SeriesChart({ label, times, series, height = 220, onPoint }: Props) {
  const t = useWords(kitWords);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    // Read each time it is drawn, because the theme may have changed.
    const soft = () => getComputedStyle(element).color;
    const edge = () => getComputedStyle(element).borderTopColor;
    const font = `12px ${getComputedStyle(element).fontFamily}`;
    const axis = { stroke: soft, grid: { stroke: edge, width: 1 }, ticks: { stroke: edge }, font };
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        legend: { show: series.length > 1 },
        cursor: { points: { size: 7 } },
        scales: { x: { time: true } },
        axes: [
          { ...axis, space: 90, values: (_, ticks) => ticks.map((tick, i) => timeOf(tick, ticks[i - 1])) },
          {
            ...axis,
            size: (_, labels) => widthOf(labels),
            values: (_, ticks) => ticks.map((tick) => series[0]?.format?.(tick) ?? formatNumber(tick)),
          },
        ],
        series: [
          { value: (_, seconds) => (seconds === null ? '' : formatTime(seconds * 1000)) },
          ...series.map(({ label: name, dashed, format }, i) => ({
            label: name,
            value: (_: uPlot, figure: number | null) => (figure === null ? '' : (format ?? formatNumber)(figure)),
            stroke: HUES[i % HUES.length] ?? '',
            width: 2,
            dash: dashed ? [4, 4] : (DASHES[Math.floor(i / HUES.length) % DASHES.length] ?? []),
            points: { show: times.length < 60, fill: HUES[i % HUES.length] ?? '' },
            spanGaps: false,
          })),
        ],
      },
      [times.map((time) => time / 1000), ...series.map(({ values }) => [...values])],
      element,
    );
    const choose = () => plot.cursor.idx !== null && plot.cursor.idx !== undefined && onPoint?.(plot.cursor.idx);
    if (onPoint) plot.over.addEventListener('click', choose);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    const themes = new MutationObserver(() => plot.redraw(false));
    themes.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => {
      observer.disconnect();
      themes.disconnect();
      plot.destroy();
    };
  }, [times, series, height, onPoint]);
  return (
    <figure className={classes.figure} aria-label={label}>
      <div ref={place} className={classes.plot} style={{ minHeight: height }} aria-hidden />
      <details className={classes.table}>
        <summary>{t('asTable')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('time')}</th>
              {series.map(({ label: name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {times.map((time, i) => (
              <tr key={time}>
                <th scope="row">{formatTime(time)}</th>
                {series.map(({ label: name, values, format = formatNumber }) => (
                  <td key={name}>{values[i] === null || values[i] === undefined ? '' : format(values[i])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
