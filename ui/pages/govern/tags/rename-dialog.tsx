import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { tell } from '../../../kit/states/tell.js';
import { useWords } from '../../../words/define-words.js';
import { governWords } from '../../../words/govern.js';
import classes from '../govern.module.css';

interface Props {
  name: string;
  close(): void;
  rename(name: string): Promise<unknown>;
}

/** Changes the name by which others refer to it. */
export function RenameDialog({ name, close, rename }: Props) {
  const t = useWords(governWords);
  const [text, setText] = useState(name);
  const [missing, setMissing] = useState(false);
  async function run() {
    const next = text.trim();
    setMissing(next === '');
    if (next === '') return false;
    if (next === name) return true;
    await rename(next);
    tell({ message: t('renamed', { name: next }) });
    return true;
  }
  return (
    <AskDialog title={t('renameTitle', { name })} action={t('save')} close={close} run={run}>
      <p className={classes.soft}>{t('renameText')}</p>
      <TextInput
        label={t('name')}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={missing ? t('nameNeeded') : undefined}
      />
    </AskDialog>
  );
}
