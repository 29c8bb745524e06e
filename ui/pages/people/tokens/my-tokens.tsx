import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { createPersonalToken, listPersonalTokens, revokePersonalTokens } from 'cairn/client';
import type { PersonalAccessToken } from 'cairn/contract';
import { KeyRound, RefreshCw, ShieldOff } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { cairn } from '../../../data/client.js';
import { useMe } from '../../../data/rights.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { nameOf } from '../../../entities/fields/values.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { Hinted } from '../../../kit/hint.js';
import { Async, Empty, Failed } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { formatAgo, formatTime } from '../../../words/format.js';
import { tokensWords } from '../../../words/people/tokens.js';
import classes from '../people.module.css';
import { type Expiry, PERSONAL_EXPIRIES } from './expiry.js';
import { ExpirySelect } from './expiry-select.js';
import { PasswordPanel } from './password-panel.js';
import { TokenOnce } from './token-once.js';

/** The tab of a person: tokens that act in their name. Administrators see and revoke those of others. */
export function MyTokens(view: EntityView) {
  const t = useWords(tokensWords);
  const me = useMe();
  const { entity } = view;
  const isMine = me.id === entity.id;
  const username = entity.name;
  const answer = useOperation(listPersonalTokens, { query: { username } }, { enabled: isMine || me.isAdmin === true });
  const [made, setMade] = useState<string>();
  const [asking, setAsking] = useState<Asking>();
  if (!isMine && !me.isAdmin) return <Empty icon={KeyRound} title={t('otherPerson')} />;
  return (
    <>
      <PasswordPanel {...view} />
      <h2 className={classes.below}>{t('myTokens')}</h2>
      <p className={classes.soft}>{isMine ? t('myTokensText') : t('othersText', { name: nameOf(entity) })}</p>
      {made ? <TokenOnce text={made} close={() => setMade(undefined)} /> : null}
      {isMine ? <NewToken made={setMade} /> : null}
      <Async of={answer}>
        {({ data }) => (
          <>
            <Tokens tokens={data} isMine={isMine} ask={setAsking} />
            {data.length > 1 ? (
              <Button
                mt="sm"
                size="xs"
                variant="default"
                leftSection={<ShieldOff size={14} aria-hidden />}
                onClick={() => setAsking({ what: 'revoke', tokens: data })}
              >
                {t('revokeAll')}
              </Button>
            ) : null}
          </>
        )}
      </Async>
      {asking?.what === 'revoke' ? (
        <RevokeDialog tokens={asking.tokens} username={username} close={() => setAsking(undefined)} />
      ) : null}
      {asking?.what === 'renew' && asking.tokens[0] ? (
        <RenewDialog old={asking.tokens[0]} made={setMade} close={() => setAsking(undefined)} />
      ) : null}
    </>
  );
}

interface Asking {
  what: 'renew' | 'revoke';
  tokens: readonly PersonalAccessToken[];
}

function NewToken({ made }: { made(text: string): void }) {
  const t = useWords(tokensWords);
  const [name, setName] = useState('');
  const [expiry, setExpiry] = useState<Expiry>('30');
  const [tried, setTried] = useState(false);
  const [error, setError] = useState<Error>();
  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') return;
    try {
      made(await issue(name.trim(), expiry));
      setName('');
      setTried(false);
      setError(undefined);
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    }
  }
  return (
    <form className={classes.row} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        // Whoever opens this page mostly came for it.
        autoFocus
        label={t('tokenName')}
        placeholder={t('tokenNameHelp')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={tried && name.trim() === '' ? t('nameNeeded') : undefined}
      />
      <ExpirySelect value={expiry} change={setExpiry} from={PERSONAL_EXPIRIES} />
      <Button type="submit">{t('createToken')}</Button>
      {error ? <Failed error={error} small /> : null}
    </form>
  );
}

async function issue(tokenName: string, JWTTokenExpiry: Expiry): Promise<string> {
  const { jwtToken = '' } = await cairn.call(createPersonalToken, { body: { tokenName, JWTTokenExpiry } });
  await refresh(listPersonalTokens);
  return jwtToken;
}

interface TokensProps {
  tokens: readonly PersonalAccessToken[];
  isMine: boolean;
  ask(asking: Asking): void;
}

function Tokens({ tokens, isMine, ask }: TokensProps) {
  const t = useWords(tokensWords);
  if (tokens.length === 0)
    return (
      <Empty icon={KeyRound} title={t('noTokens')}>
        {t(isMine ? 'noTokensText' : 'noTokensOther')}
      </Empty>
    );
  return (
    <ul className={classes.rules} aria-label={t('myTokens')}>
      {tokens.map((token) => (
        <TokenLine key={token.token} token={token} isMine={isMine} ask={ask} />
      ))}
    </ul>
  );
}

interface LineProps extends Omit<TokensProps, 'tokens'> {
  token: PersonalAccessToken;
}

function TokenLine({ token, isMine, ask }: LineProps) {
  const t = useWords(tokensWords);
  const { tokenName: name = '', expiryDate = 0 } = token;
  const button = (what: Asking['what'], label: string, sign: ReactNode) => (
    <Hinted label={label}>
      <ActionIcon aria-label={label} onClick={() => ask({ what, tokens: [token] })}>
        {sign}
      </ActionIcon>
    </Hinted>
  );
  return (
    <li className={classes.rule}>
      <div className={classes.ruleHead}>
        <div>
          <strong>{name}</strong>
          <div className={classes.soft}>
            {t('validUntil', { time: formatTime(expiryDate), ago: formatAgo(expiryDate) })}
          </div>
        </div>
        <span data-end>
          {isMine ? button('renew', t('renewName', { name }), <RefreshCw size={16} aria-hidden />) : null}
          {button('revoke', t('revokeName', { name }), <ShieldOff size={16} aria-hidden />)}
        </span>
      </div>
    </li>
  );
}

interface RevokeProps {
  tokens: readonly PersonalAccessToken[];
  username: string;
  close(): void;
}

function RevokeDialog({ tokens, username, close }: RevokeProps) {
  const t = useWords(tokensWords);
  const [first] = tokens;
  const title =
    tokens.length === 1
      ? t('revokeOneTitle', { name: first?.tokenName })
      : t('revokeAllTitle', { count: tokens.length });
  return (
    <AskDialog
      title={title}
      action={t('revoke')}
      dangerous
      close={close}
      run={async () => {
        await revoke(tokens, username);
      }}
    >
      <p>{t('revokeText')}</p>
    </AskDialog>
  );
}

async function revoke(tokens: readonly PersonalAccessToken[], username: string): Promise<void> {
  const tokenIds = tokens.flatMap(({ token }) => (token ? [token] : []));
  await cairn.call(revokePersonalTokens, { query: { username }, body: { tokenIds } });
  await refresh(listPersonalTokens);
}

interface RenewProps {
  old: PersonalAccessToken;
  close(): void;
  made(text: string): void;
}

/** The new token is there before the old one ends, so nothing that uses it has to stop. */
function RenewDialog({ old, close, made }: RenewProps) {
  const t = useWords(tokensWords);
  const me = useMe();
  const [expiry, setExpiry] = useState<Expiry>('30');
  const [keep, setKeep] = useState(true);
  const name = old.tokenName ?? '';
  return (
    <AskDialog
      title={t('renewOneTitle', { name })}
      action={t('renew')}
      close={close}
      run={async () => {
        made(await issue(name, expiry));
        if (!keep) await revoke([old], me.name);
      }}
    >
      <p>{t('renewOneText')}</p>
      <ExpirySelect value={expiry} change={setExpiry} from={PERSONAL_EXPIRIES} />
      <Checkbox label={t('keepOld')} checked={keep} onChange={(event) => setKeep(event.currentTarget.checked)} />
    </AskDialog>
  );
}
