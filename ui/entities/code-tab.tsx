import type { ComponentType } from 'react';
import { valueAt } from '../data/editing/merge.js';
import { Empty } from '../kit/states/states.js';
import { useWords } from '../words/define-words.js';
import { contentsWords } from '../words/entities/contents.js';
import type { EntityView } from './entity-page.js';
import classes from './table/columns.module.css';

/** A tab that shows the code at a path of the entity. */
export function codeTab(path: string): ComponentType<EntityView> {
  return ({ entity }) => <Code text={valueAt(entity, path)} />;
}

function Code({ text }: { text: unknown }) {
  const t = useWords(contentsWords);
  if (typeof text !== 'string' || text === '') return <Empty title={t('empty')}>{t('emptyText')}</Empty>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus allows scrolling by keyboard
    <pre className={classes.sql} tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
}
