import { Button } from '@mantine/core';
import { type ClientError, confirmUserEmail } from 'cairn/client';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { cairn } from '../../data/client.js';
import { Link } from '../../kit/link.js';
import { sentenceOf } from '../../kit/states/sentence.js';
import { useWords } from '../../words/define-words.js';
import { accountWords } from '../../words/people/account.js';
import classes from './account.module.css';
import { Card } from './card.js';

/** Where the link of the first message leads: `?token=…`. */
export function ConfirmPage() {
  const t = useWords(accountWords);
  const [search] = useSearchParams();
  const token = search.get('token');
  const [state, setState] = useState<'busy' | 'done' | string>('busy');
  useEffect(() => {
    if (!token) return setState(t('linkBroken'));
    cairn.call(confirmUserEmail, { query: { token } }).then(
      () => setState('done'),
      (error: ClientError) => setState(sentenceOf(error)),
    );
  }, [token, t]);
  const title = { busy: t('confirming'), done: t('confirmed') }[state] ?? t('notConfirmed');
  return (
    <Card title={title}>
      {state === 'busy' ? null : (
        <>
          <p className={classes.text}>{state === 'done' ? t('confirmedText') : state}</p>
          <Button component={Link} to="/signin" fullWidth>
            {t('signIn')}
          </Button>
        </>
      )}
    </Card>
  );
}
