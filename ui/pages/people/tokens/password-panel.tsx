import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { changeUserPassword } from 'cairn/client';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { useMe } from '../../../data/rights.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { nameOf } from '../../../entities/fields/values.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { Panel } from '../../../kit/panel.js';
import { tell } from '../../../kit/states/tell.js';
import { useWords } from '../../../words/define-words.js';
import { tokensWords } from '../../../words/people/tokens.js';
import classes from '../people.module.css';

/** The password of a person: they change it themselves, and administrators set a new one for others. */
export function PasswordPanel({ entity }: EntityView) {
  const t = useWords(tokensWords);
  const isMine = useMe().id === entity.id;
  const [asking, setAsking] = useState(false);
  return (
    <Panel
      title={t('password')}
      action={
        <Button
          size="xs"
          variant="default"
          leftSection={<LockKeyhole size={14} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t(isMine ? 'changePassword' : 'setPassword')}
        </Button>
      }
    >
      <p className={classes.soft}>{isMine ? t('passwordText') : t('setPasswordText', { name: nameOf(entity) })}</p>
      {asking ? (
        <PasswordDialog username={entity.name} name={nameOf(entity)} isMine={isMine} close={() => setAsking(false)} />
      ) : null}
    </Panel>
  );
}

interface Props {
  username: string;
  name: string;
  isMine: boolean;
  close(): void;
}

const NOTHING = { oldPassword: '', newPassword: '', confirmPassword: '' };

function PasswordDialog({ username, name, isMine, close }: Props) {
  const t = useWords(tokensWords);
  const [typed, setTyped] = useState(NOTHING);
  const [revokeTokens, setRevoke] = useState(false);
  const [tried, setTried] = useState(false);
  const { oldPassword, newPassword, confirmPassword } = typed;
  const differ = newPassword !== confirmPassword;
  async function run() {
    setTried(true);
    if (newPassword === '' || differ || (isMine && oldPassword === '')) return false;
    await cairn.call(changeUserPassword, {
      body: {
        ...{ newPassword, confirmPassword, revokeTokens, username },
        ...(isMine ? { requestType: 'SELF', oldPassword } : { requestType: 'USER' }),
      },
    });
    tell({ message: isMine ? t('passwordChanged') : t('passwordSet', { name }) });
    return true;
  }
  const field = (key: keyof typeof NOTHING, complete: string, error: string | undefined) => ({
    required: true,
    autoComplete: complete,
    value: typed[key],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTyped((now) => ({ ...now, [key]: value }));
    },
    error: tried ? error : undefined,
  });
  const needed = (value: string) => (value === '' ? t('passwordNeeded') : undefined);
  return (
    <AskDialog
      title={isMine ? t('changePassword') : t('setPasswordOf', { name })}
      action={t(isMine ? 'changePassword' : 'setPassword')}
      close={close}
      run={run}
    >
      <input hidden readOnly autoComplete="username" value={username} />
      {isMine ? (
        <PasswordInput
          label={t('oldPassword')}
          data-autofocus
          {...field('oldPassword', 'current-password', needed(oldPassword))}
        />
      ) : null}
      <PasswordInput
        label={t('newPassword')}
        description={t('passwordRule')}
        {...field('newPassword', 'new-password', needed(newPassword))}
      />
      <PasswordInput
        label={t('repeatPassword')}
        {...field('confirmPassword', 'new-password', differ ? t('differ') : undefined)}
      />
      <Checkbox
        label={t('revokeToo')}
        checked={revokeTokens}
        onChange={(event) => setRevoke(event.currentTarget.checked)}
      />
    </AskDialog>
  );
}
