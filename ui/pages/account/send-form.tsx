import { Button } from '@mantine/core';
import { ClientError } from 'cairn/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { sentenceOf } from '../../kit/states/sentence.js';
import classes from './account.module.css';

interface Props {
  /** Sends the fields; the sentence of an error is shown above them. */
  send(fields: FormData): Promise<void>;
  button: string;
  children: ReactNode;
}

/** Fields, a button, and what went wrong. */
export function SendForm({ send, button, children }: Props) {
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await send(new FormData(event.currentTarget));
    } catch (failure) {
      if (!(failure instanceof ClientError || failure instanceof FormError)) throw failure;
      setError(sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      {error ? (
        <p className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
      {children}
      <Button type="submit" loading={busy} fullWidth>
        {button}
      </Button>
    </form>
  );
}

/** What the page itself finds wrong. */
export class FormError extends Error {}
