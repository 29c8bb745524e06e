import { Button, Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { createBot, createUser, listBots } from 'cairn/client';
import { type FormEvent, useState } from 'react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { useNavigate } from '../../../data/addresses/use-address.js';
import { cairn } from '../../../data/client.js';
import { useFormDraft } from '../../../data/editing/use-form-draft.js';
import { useMe } from '../../../data/rights.js';
import { refresh } from '../../../data/use-operation.js';
import type { Reference } from '../../../entities/fields/values.js';
import { Failure } from '../../../kit/states/failure.js';
import { Restored } from '../../../kit/states/restored.js';
import { sentenceOf } from '../../../kit/states/sentence.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people/people.js';
import { FoundMultiSelect } from '../parts/found-multi-select.js';
import classes from '../people.module.css';

export function CreateUserPage() {
  return <CreateAccount isBot={false} />;
}

export function CreateBotPage() {
  return <CreateAccount isBot />;
}

const NOTHING = {
  name: '',
  email: '',
  displayName: '',
  description: '',
  password: '',
  isAdmin: false,
  allowImpersonation: false,
  roles: [] as readonly Reference[],
  teams: [] as readonly Reference[],
};
type Typed = typeof NOTHING;

const withoutPassword = (typed: Typed): Typed => ({ ...typed, password: '' });

function CreateAccount({ isBot }: { isBot: boolean }) {
  const t = useWords(peopleWords);
  const { isAdmin = false } = useMe();
  const navigate = useNavigate();
  const { typed, change, restored, startOver, forget } = useFormDraft<Typed>(NOTHING, { keep: withoutPassword });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (typed.name.trim() === '' || typed.email.trim() === '') return;
    setBusy(true);
    setFailure(undefined);
    try {
      const address = isBot ? await makeBot(typed) : await makeUser(typed);
      forget();
      void navigate(address);
    } catch (error) {
      setFailure(sentenceOf(error));
      setBusy(false);
    }
  }
  const power = isBot ? 'allowImpersonation' : 'isAdmin';
  const text = (field: 'name' | 'email' | 'displayName') => ({
    label: t(field),
    value: typed[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
  });
  return (
    <div className={classes.page}>
      <h1>{t(isBot ? 'addBot' : 'addUser')}</h1>
      <p className={`${classes.soft} ${classes.gap}`}>{t(isBot ? 'addBotText' : 'addUserText')}</p>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <Restored when={restored} startOver={startOver} />
        <TextInput
          {...text('name')}
          autoComplete="username"
          description={t('nameHelp')}
          required
          error={tried && typed.name.trim() === '' ? t('nameNeeded') : undefined}
        />
        <TextInput
          {...text('email')}
          type="email"
          autoComplete="off"
          required
          error={tried && typed.email.trim() === '' ? t('emailNeeded') : undefined}
        />
        <TextInput {...text('displayName')} />
        <Textarea
          label={t('description')}
          autosize
          minRows={2}
          value={typed.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <Choices typed={typed} change={change} withTeams={!isBot} />
        {isBot ? null : (
          <PasswordInput
            label={t('password')}
            description={t('passwordHelp')}
            autoComplete="new-password"
            value={typed.password}
            onChange={(event) => change({ password: event.currentTarget.value })}
          />
        )}
        {isAdmin ? (
          <Checkbox
            label={t(power)}
            description={t(`${power}Text`)}
            checked={typed[power]}
            onChange={(event) => change({ [power]: event.currentTarget.checked })}
          />
        ) : null}
        <Failure text={failure} />
        <div className={classes.actions}>
          <Button type="submit" loading={busy}>
            {t('create')}
          </Button>
        </div>
      </form>
    </div>
  );
}

interface ChoicesProps {
  typed: Typed;
  change(part: Partial<Typed>): void;
  withTeams: boolean;
}

function Choices({ typed, change, withTeams }: ChoicesProps) {
  const t = useWords(peopleWords);
  return (
    <>
      <FoundMultiSelect label={t('roles')} type="role" chosen={typed.roles} change={(roles) => change({ roles })} />
      {withTeams ? (
        <FoundMultiSelect label={t('teams')} type="team" chosen={typed.teams} change={(teams) => change({ teams })} />
      ) : null}
    </>
  );
}

function account({ name, email, displayName, description, roles, teams }: Typed) {
  return {
    name: name.trim(),
    email: email.trim(),
    roles: roles.map(({ id }) => id),
    ...(teams.length > 0 ? { teams: teams.map(({ id }) => id) } : {}),
    ...(displayName.trim() ? { displayName: displayName.trim() } : {}),
    ...(description.trim() ? { description: description.trim() } : {}),
  };
}

/** Creates a person and returns the address of their page. */
async function makeUser(typed: Typed): Promise<string> {
  const { password, isAdmin } = typed;
  const signIn = password
    ? { password, confirmPassword: password, createPasswordType: 'ADMIN_CREATE' as const }
    : undefined;
  const user = await cairn.call(createUser, {
    body: { ...account(typed), ...signIn, ...(isAdmin ? { isAdmin } : {}) },
  });
  return addressOf('user', user.name);
}

/** Creates the account and the bot that has it, and returns the address of the bot's page. */
async function makeBot(typed: Typed): Promise<string> {
  const { name, displayName, description } = account(typed);
  const user = await cairn.call(createUser, { body: { ...account(typed), isBot: true } });
  const bot = await cairn.call(createBot, {
    body: {
      name,
      botUser: user.name,
      ...(displayName ? { displayName } : {}),
      ...(description ? { description } : {}),
      ...(typed.allowImpersonation ? { allowImpersonation: true } : {}),
    },
  });
  await refresh(listBots);
  return addressOf('bot', bot.fullyQualifiedName ?? bot.name);
}
