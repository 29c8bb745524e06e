import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useWords } from '../../words/define-words.js';
import { kitWords } from '../../words/kit.js';
import { Failure } from '../states/failure.js';
import { sentenceOf } from '../states/sentence.js';
import classes from './ask-dialog.module.css';
import { Dialog } from './dialog.js';

interface Props {
  title: string;
  /** What the button says that does it. */
  action: string;
  /** Takes something away. */
  dangerous?: boolean;
  close(): void;
  /** Rejects with a sentence for people; false: what was typed is not enough, and is marked. */
  run(): Promise<unknown>;
  size?: number;
  children?: ReactNode;
}

/** A dialog with fields or a question: says why it did not work, and closes when it did. */
export function AskDialog({ title, action, dangerous, close, run, size, children }: Props) {
  const t = useWords(kitWords);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    setBusy(true);
    setFailure(undefined);
    try {
      if ((await run()) !== false) return close();
    } catch (error) {
      setFailure(sentenceOf(error));
    }
    setBusy(false);
  }
  return (
    <Dialog opened close={close} title={title} size={size} closeLabel={t('cancel')}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {children}
        <Failure text={failure} />
        <div className={classes.actions}>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy} {...(dangerous ? { color: 'red.9' } : {})}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
