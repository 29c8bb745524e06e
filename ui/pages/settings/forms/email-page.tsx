import { Alert, Button, TextInput } from '@mantine/core';
import { sendTestEmail } from 'cairn/client';
import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { cairn } from '../../../data/client.js';
import { useMe } from '../../../data/rights.js';
import { sentenceOf } from '../../../kit/states/sentence.js';
import { useWords } from '../../../words/define-words.js';
import { systemWords } from '../../../words/settings/system.js';
import classes from '../settings.module.css';
import { SettingForm } from './setting-form.js';

export function EmailPage() {
  const t = useWords(systemWords);
  return (
    <SettingForm
      setting="emailConfiguration"
      title={t('email')}
      about={t('emailText')}
      fields={[
        { key: 'enableSmtpServer', kind: 'switch' },
        { key: 'senderMail', kind: 'text' },
        { key: 'serverEndpoint', kind: 'text' },
        { key: 'serverPort', kind: 'number' },
        {
          key: 'transportationStrategy',
          kind: {
            options: [
              ['SMTP', 'strategy.SMTP'],
              ['SMTPS', 'strategy.SMTPS'],
              ['SMTP_TLS', 'strategy.SMTP_TLS'],
            ],
          },
        },
        { key: 'username', kind: 'text' },
        { key: 'password', kind: 'password', help: 'passwordHelp' },
        { key: 'emailingEntity', kind: 'text' },
        { key: 'supportUrl', kind: 'text' },
      ]}
    >
      <TestMail />
    </SettingForm>
  );
}

function TestMail() {
  const t = useWords(systemWords);
  const [email, setEmail] = useState(useMe().email);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ good: boolean; text: string }>();
  async function send(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      await cairn.call(sendTestEmail, { body: { email } });
      setOutcome({ good: true, text: t('testSent', { email }) });
    } catch (error) {
      setOutcome({ good: false, text: sentenceOf(error) });
    }
    setBusy(false);
  }
  return (
    <form className={classes.form} onSubmit={(event) => void send(event)}>
      <div>
        <h2>{t('test')}</h2>
        <p className={classes.soft}>{t('testText')}</p>
      </div>
      <TextInput
        type="email"
        label={t('testTo')}
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {outcome ? (
        <Alert role={outcome.good ? 'status' : 'alert'} color={outcome.good ? 'green' : 'red'}>
          {outcome.text}
        </Alert>
      ) : null}
      <div className={classes.actions}>
        <Button type="submit" variant="default" loading={busy} leftSection={<Send size={14} aria-hidden />}>
          {t('test')}
        </Button>
      </div>
    </form>
  );
}
