import { Alert, Button, Modal, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useWords } from '../../words/define-words.js';
import { governWords } from '../../words/govern.js';
import classes from './govern.module.css';

export interface Named {
  name: string;
  displayName?: string;
  description: string;
}

interface Props {
  title: string;
  close(): void;
  /** Sends what was typed; rejects with a sentence for people. */
  create(named: Named): Promise<void>;
  /** Further fields. */
  children?: ReactNode;
}

/** The form that all new things of these pages begin with. */
export function CreateDialog({ title, close, create, children }: Props) {
  const t = useWords(governWords);
  const [name, setName] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [description, setDescription] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '' || description.trim() === '') return;
    setBusy(true);
    setFailure(undefined);
    try {
      const shown = displayName.trim();
      await create({ name: name.trim(), description: description.trim(), ...(shown ? { displayName: shown } : {}) });
      close();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : t('failed'));
      setBusy(false);
    }
  }
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': t('cancel') }}>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={t('name')}
          required
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried && name.trim() === '' ? t('nameNeeded') : undefined}
        />
        <TextInput
          label={t('displayName')}
          value={displayName}
          onChange={(event) => setDisplayName(event.currentTarget.value)}
        />
        <Textarea
          label={t('description')}
          required
          autosize
          minRows={3}
          maxRows={12}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          error={tried && description.trim() === '' ? t('descriptionNeeded') : undefined}
        />
        {children}
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
            {t('create')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
