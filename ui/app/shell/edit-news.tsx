import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { failedEdit, lastEdit, openConflict } from '../../data/editing/edit.js';
import { useStore } from '../../data/use-store.js';
import { sentenceOf } from '../../kit/states/sentence.js';
import { useWords } from '../../words/define-words.js';
import { shellWords } from '../../words/shell.js';
import { Connection } from './connection.js';
import classes from './shell.module.css';
import { Toasts } from './toasts.js';

const ConflictDialog = lazy(() => import('./conflict-dialog.js').then((m) => ({ default: m.ConflictDialog })));

/** Toasts about edits, with a button to undo them, and the dialog for an edit that conflicts with another. */
export function EditNews() {
  const t = useWords(shellWords);
  const done = useStore(lastEdit);
  const failed = useStore(failedEdit);
  const conflict = useStore(openConflict);
  // The toast of each label, which is replaced by newer ones: only a few fit on the page, and others would have to wait.
  const shown = useRef(new Map<string, string>());
  useEffect(() => {
    if (!done) return;
    const id = replaceNews(shown.current, done.label, {
      role: 'status',
      message: t('saved', { label: done.label }),
      closeButtonProps: { 'aria-label': t('close') },
      withBorder: true,
      icon: undefined,
      title: (
        <Button
          variant="subtle"
          size="compact-xs"
          style={{ float: 'inline-end' }}
          onClick={() => {
            notifications.hide(id);
            void done.undo();
          }}
        >
          {t('undo')}
        </Button>
      ),
    });
  }, [done, t]);
  useEffect(() => {
    if (!failed) return;
    const { label, error, retry } = failed;
    const id = replaceNews(shown.current, label, {
      role: 'alert',
      color: 'red',
      title: t('notSaved', { label }),
      message: (
        <>
          <p className={classes.news}>{sentenceOf(error)}</p>
          {retry ? (
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => {
                notifications.hide(id);
                void retry();
              }}
            >
              {t('retryEdit')}
            </Button>
          ) : null}
        </>
      ),
      closeButtonProps: { 'aria-label': t('close') },
      // Stays open: with the message, the edit that can be sent again would be lost.
      autoClose: retry ? false : 12_000,
      withBorder: true,
    });
  }, [failed, t]);
  return (
    <>
      <Toasts />
      <Connection />
      {conflict ? (
        <Suspense>
          <ConflictDialog conflict={conflict} />
        </Suspense>
      ) : null}
    </>
  );
}

function replaceNews(
  shown: Map<string, string>,
  label: string,
  news: Parameters<typeof notifications.show>[0],
): string {
  const before = shown.get(label);
  if (before !== undefined) notifications.hide(before);
  const id = notifications.show(news);
  shown.set(label, id);
  return id;
}
