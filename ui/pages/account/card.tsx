import type { ReactNode } from 'react';
import { Mark } from '../../kit/mark.js';
import { useWords } from '../../words/define-words.js';
import { shellWords } from '../../words/shell.js';
import classes from './account.module.css';

/** The card of sign-in and its neighbours. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  const t = useWords(shellWords);
  return (
    <section className={classes.card}>
      <div className={classes.brand}>
        <Mark size={28} />
        <span>{t('product')}</span>
      </div>
      <h1 className={classes.title}>{title}</h1>
      {children}
    </section>
  );
}
