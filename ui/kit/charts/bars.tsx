import { formatNumber } from '../../words/format.js';
import classes from './bars.module.css';

export interface Bar {
  label: string;
  value: number;
}

/** Labelled horizontal bars, for histograms and shares. The longest bar is the greatest value. */
export function Bars({
  label,
  bars,
  format = formatNumber,
}: {
  label: string;
  bars: readonly Bar[];
  format?: (value: number) => string;
}) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map(({ label: name, value }) => (
        <li key={name} className={classes.line}>
          <span className={classes.name}>{name}</span>
          <span className={classes.track} aria-hidden>
            <span className={classes.bar} style={{ width: `${(100 * value) / most}%` }} />
          </span>
          <span className={classes.value}>{format(value)}</span>
        </li>
      ))}
    </ul>
  );
}
