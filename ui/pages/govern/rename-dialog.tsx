import { Alert, Button, Modal, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useWords } from '../../words/define-words.js';
import { governWords } from '../../words/govern.js';
import classes from './govern.module.css';

interface Props {
  name: string;
  close(): void;
  rename(name: string): Promise<unknown>;
}

/** Changes the name by which others refer to it. */
export function RenameDialog({ name, close, rename }: Props) {
  const t = useWords(governWords);
  const [text, setText] = useState(name);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === '') return setFailure(t('nameNeeded'));
    if (text.trim() === name) return close();
    setBusy(true);
    try {
      await rename(text.trim());
      notifications.show({ message: t('renamed', { name: text.trim() }) });
      close();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : t('failed'));
      setBusy(false);
    }
  }
  return (
    <Modal opened onClose={close} title={t('renameTitle', { name })} closeButtonProps={{ 'aria-label': t('cancel') }}>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <p className={classes.soft}>{t('renameText')}</p>
        <TextInput
          label={t('name')}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {failure ? (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        ) : null}
        <div className={classes.actions}>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
