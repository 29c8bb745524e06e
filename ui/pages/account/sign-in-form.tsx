import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { SignInError, signIn } from '../../data/session.js';
import { type Say, useWords } from '../../words/define-words.js';
import { accountWords } from '../../words/people/account.js';
import classes from './account.module.css';

/** The fields of sign-in, for its page and for the dialog over a page whose session ended. */
export function SignInForm({ email }: { email?: string }) {
  const t = useWords(accountWords);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    try {
      await signIn(String(form.get('email')), String(form.get('password')));
    } catch (failure) {
      setError(sentence(failure, t));
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
      <TextInput
        name="email"
        label={t('emailOrUsername')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        {...(email ? { defaultValue: email } : { 'data-autofocus': true, autoFocus: true })}
      />
      <PasswordInput
        name="password"
        label={t('password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        {...(email ? { 'data-autofocus': true } : {})}
      />
      <Button type="submit" loading={busy} fullWidth>
        {t('signIn')}
      </Button>
    </form>
  );
}

function sentence(failure: unknown, t: Say<'wrong' | 'unreachable' | 'tooMany' | 'failed'>): string {
  if (!(failure instanceof SignInError)) throw failure;
  const { status, message, retryAfterSeconds } = failure;
  if (status === 401) return t('wrong');
  if (status === 0) return t('unreachable');
  if (status === 429 && retryAfterSeconds !== null) return t('tooMany', { count: retryAfterSeconds });
  return t('failed', { reason: message });
}
