import { Alert, Button, CopyButton, Textarea } from '@mantine/core';
import { Check, Copy, KeyRound } from 'lucide-react';
import { useWords } from '../../../words/define-words.js';
import { tokensWords } from '../../../words/people/tokens.js';
import classes from '../people.module.css';

/** The text of a new token: the page forgets it when it is closed or left. */
export function TokenOnce({ text, close }: { text: string; close(): void }) {
  const t = useWords(tokensWords);
  return (
    <Alert role="status" color="green" icon={<KeyRound size={16} />} title={t('shown')} className={classes.gap}>
      <p>{t('shownText')}</p>
      <Textarea
        className={classes.token}
        aria-label={t('tokenText')}
        readOnly
        autosize
        minRows={2}
        maxRows={6}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.line}>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              autoFocus
              leftSection={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
              onClick={copy}
            >
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
        <Button size="xs" variant="default" onClick={close}>
          {t('done')}
        </Button>
      </div>
    </Alert>
  );
}
