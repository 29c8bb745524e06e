import type { ReactNode } from 'react';
import classes from './panel.module.css';

interface Props {
  title: ReactNode;
  /** At the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page with a title. */
export function Panel({ title, action, children }: Props) {
  return (
    <section className={classes.panel}>
      <header className={classes.head}>
        <h2>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}
