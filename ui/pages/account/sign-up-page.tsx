import { PasswordInput, TextInput } from '@mantine/core';
import { registerUser } from 'cairn/client';
import { useState } from 'react';
import { cairn } from '../../data/client.js';
import { Link } from '../../kit/link.js';
import { useWords } from '../../words/define-words.js';
import { accountWords } from '../../words/people/account.js';
import classes from './account.module.css';
import { Card } from './card.js';
import { SendForm } from './send-form.js';

export function SignUpPage() {
  const t = useWords(accountWords);
  const [sentTo, setSentTo] = useState<string | null>(null);
  async function send(fields: FormData) {
    const text = (name: string) => String(fields.get(name));
    const [firstName = '', ...rest] = text('name').trim().split(/\s+/);
    const body = { firstName, lastName: rest.join(' '), email: text('email'), password: text('password') };
    await cairn.call(registerUser, { body });
    setSentTo(body.email);
  }
  return (
    <Card title={sentTo === null ? t('signUpTitle') : t('signUpSent')}>
      {sentTo === null ? (
        <SendForm send={send} button={t('signUp')}>
          <TextInput name="name" label={t('displayName')} autoComplete="name" required withAsterisk={false} autoFocus />
          <TextInput name="email" type="email" label={t('email')} autoComplete="email" required withAsterisk={false} />
          <PasswordInput
            name="password"
            label={t('password')}
            description={t('passwordRule')}
            autoComplete="new-password"
            required
            withAsterisk={false}
          />
        </SendForm>
      ) : (
        <p className={classes.text}>{t('signUpSentText', { email: sentTo })}</p>
      )}
      <div className={classes.links}>
        <Link to="/signin">{t('haveAccount')}</Link>
      </div>
    </Card>
  );
}
