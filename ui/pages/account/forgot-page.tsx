import { TextInput } from '@mantine/core';
import { generatePasswordResetLink } from 'cairn/client';
import { useState } from 'react';
import { cairn } from '../../data/client.js';
import { Link } from '../../kit/link.js';
import { useWords } from '../../words/define-words.js';
import { accountWords } from '../../words/people/account.js';
import classes from './account.module.css';
import { Card } from './card.js';
import { SendForm } from './send-form.js';

export function ForgotPage() {
  const t = useWords(accountWords);
  const [sentTo, setSentTo] = useState<string | null>(null);
  async function send(fields: FormData) {
    const email = String(fields.get('email'));
    await cairn.call(generatePasswordResetLink, { body: { email } });
    setSentTo(email);
  }
  return (
    <Card title={sentTo === null ? t('forgotTitle') : t('forgotSent')}>
      <p className={classes.text}>{sentTo === null ? t('forgotText') : t('forgotSentText', { email: sentTo })}</p>
      {sentTo === null ? (
        <SendForm send={send} button={t('sendLink')}>
          <TextInput
            name="email"
            type="email"
            label={t('email')}
            autoComplete="email"
            required
            withAsterisk={false}
            autoFocus
          />
        </SendForm>
      ) : null}
      <div className={classes.links}>
        <Link to="/signin">{t('backToSignIn')}</Link>
      </div>
    </Card>
  );
}
