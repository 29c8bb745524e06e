import { Button, Modal, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { OpenConflict } from '../../data/editing/edit.js';
import { usePersonName } from '../../entities/fields/person-name.js';
import { ValueDiff } from '../../kit/texts/diff.js';
import { useFocusBack } from '../../kit/use-focus-back.js';
import { useWords } from '../../words/define-words.js';
import { spaced, upperFirst } from '../../words/format.js';
import { shellWords } from '../../words/shell.js';
import classes from './shell.module.css';

/** Base, theirs and mine of each field that two people changed, and a choice per field; a single one is chosen by its button. */
export function ConflictDialog({ conflict }: { conflict: OpenConflict }) {
  const t = useWords(shellWords);
  const [mine, setMine] = useState<Record<string, boolean>>({});
  const { label, conflicts, by, settle, cancel } = conflict;
  const name = usePersonName(by ?? '');
  useFocusBack(true);
  const nameOf = (path: string) => (path.lastIndexOf('/') === 0 ? titled(path.slice(1)) : label);
  const chosen = conflicts.filter(({ path }) => mine[path]).map((one) => ({ path: one.path, value: one.mine }));
  const isOne = conflicts.length === 1;
  return (
    <Modal opened onClose={cancel} size="xl" title={t('conflictTitle')} closeButtonProps={{ 'aria-label': t('close') }}>
      <p>{by ? t('conflictBy', { name }) : t('conflictBySomebody')}</p>
      {conflicts.map(({ path, base, theirs, mine: own }) => (
        <section key={path} className={classes.conflict}>
          <h3>{nameOf(path)}</h3>
          <ValueDiff label={t('conflictBefore')} from={base} to={base} />
          <ValueDiff label={t('conflictTheirs')} from={base} to={theirs} />
          <ValueDiff label={t('conflictMine')} from={base} to={own} />
          {isOne ? null : (
            <SegmentedControl
              aria-label={t('conflictKeep', { field: nameOf(path) })}
              value={mine[path] ? 'mine' : 'theirs'}
              onChange={(value) => setMine((now) => ({ ...now, [path]: value === 'mine' }))}
              data={[
                { value: 'theirs', label: t('keepTheirs') },
                { value: 'mine', label: t('keepMine') },
              ]}
            />
          )}
        </section>
      ))}
      <div className={classes.choices}>
        {isOne ? (
          <>
            <Button variant="default" onClick={() => void settle([])}>
              {t('keepTheirs')}
            </Button>
            <Button onClick={() => void settle(conflicts.map((one) => ({ path: one.path, value: one.mine })))}>
              {t('keepMine')}
            </Button>
          </>
        ) : (
          <Button onClick={() => void settle(chosen)}>{t('conflictSave')}</Button>
        )}
      </div>
    </Modal>
  );
}

/** `displayName` as people read it. */
function titled(field: string): string {
  return upperFirst(spaced(field));
}
