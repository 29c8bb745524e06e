import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/define-words.js';
import { kitWords } from '../../words/kit.js';
import classes from './ask-dialog.module.css';
import { Dialog } from './dialog.js';

interface Props {
  opened: boolean;
  close: () => void;
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** What the button does: "Delete". */
  confirm: string;
  onConfirm: () => void;
  busy?: boolean;
  /** It cannot be taken back. */
  final?: boolean;
}

/** Asks before something that is hard to undo. */
export function ConfirmDialog({
  opened,
  close,
  title,
  children,
  confirm,
  onConfirm,
  busy = false,
  final = false,
}: Props) {
  const t = useWords(kitWords);
  return (
    <Dialog opened={opened} close={close} title={title} closeLabel={t('close')}>
      <div className={classes.form}>
        <p>{children}</p>
        <div className={classes.actions}>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button {...(final ? { color: 'red.9' } : {})} loading={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
