import { diffLines, diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { useWords } from '../../words/define-words.js';
import { kitWords } from '../../words/kit.js';
import classes from './diff.module.css';
import { joinChanges } from './join-changes.js';

/** Texts longer than this are compared by lines: comparing words takes the square of their number. */
const LONG = 20_000;

/** Two texts in one, word by word: removed text is struck through, added text is underlined. */
export function WordDiff({ from, to }: { from: string; to: string }) {
  const t = useWords(kitWords);
  const parts = useMemo(
    () => (from.length + to.length > LONG ? diffLines(from, to) : joinChanges(diffWordsWithSpace(from, to))),
    [from, to],
  );
  if (from === to) return <div className={classes.text}>{to}</div>;
  return (
    <div className={classes.text}>
      {parts.map(({ value, added, removed }, i) => {
        const key = `${i} ${value.length}`;
        if (added) return <ins key={key}>{value}</ins>;
        if (removed) return <del key={key}>{value}</del>;
        return <span key={key}>{value}</span>;
      })}
      <span className="visually-hidden">{t('diffHint')}</span>
    </div>
  );
}

/** Two values of a field under one label. */
export function ValueDiff({ label, from, to }: { label: string; from: unknown; to: unknown }) {
  return (
    <div>
      <div className={classes.label}>{label}</div>
      <WordDiff from={textOf(from)} to={textOf(to)} />
    </div>
  );
}

/** A value as people read it: lists of references and tags by their names. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (typeof value !== 'object') return String(value);
  const named = value as Record<string, unknown>;
  const name = named.displayName || named.tagFQN || named.fullyQualifiedName || named.name;
  if (typeof name === 'string' && (named.id || named.tagFQN || Object.keys(named).length < 3)) return name;
  return Object.entries(named)
    .map(([key, one]) => `${key}: ${textOf(one)}`)
    .join('\n');
}
