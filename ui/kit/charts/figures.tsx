import type { ReactNode } from 'react';
import classes from './figures.module.css';

interface Props {
  figures: readonly { label: string; value: ReactNode }[];
  /** For many of them. */
  small?: boolean;
}

/** Numbers in a row, each below what it counts. */
export function Figures({ figures, small = false }: Props) {
  return (
    <dl className={classes.figures} data-small={small || undefined}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
