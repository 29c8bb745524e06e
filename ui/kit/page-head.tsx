import type { ReactNode } from 'react';
import classes from './page-head.module.css';

interface Props {
  title: ReactNode;
  /** What the page is for, in a sentence. */
  about?: ReactNode;
  /** A link to what the page belongs to. */
  above?: ReactNode;
  /** Buttons, beside the title. */
  action?: ReactNode;
}

/** The heading of a page with its buttons, which stand at the same place on every page. */
export function PageHead({ title, about, above, action }: Props) {
  return (
    <header className={classes.head}>
      {above ? <div className={classes.above}>{above}</div> : null}
      <div className={classes.line}>
        <h1>{title}</h1>
        {action ? <div className={classes.actions}>{action}</div> : null}
      </div>
      {about ? <p className={classes.about}>{about}</p> : null}
    </header>
  );
}
