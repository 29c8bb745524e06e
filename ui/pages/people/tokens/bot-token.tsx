import { Button, Select } from '@mantine/core';
import { getUserByName, listBotTokens, regenerateBotToken, revokeBotToken } from 'cairn/client';
import type { JwtAuth } from 'cairn/contract';
import { KeyRound, RefreshCw, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { useMe } from '../../../data/rights.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { ReferenceChip, ReferenceChips } from '../../../entities/fields/chips.js';
import { nameOf, type Reference } from '../../../entities/fields/values.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { Panel } from '../../../kit/panel.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { formatAgo, formatTime } from '../../../words/format.js';
import { tokensWords } from '../../../words/people/tokens.js';
import classes from '../people.module.css';
import { type Expiry, OVERLAPS, type Overlap, toExpiry, toOverlap } from './expiry.js';
import { ExpirySelect } from './expiry-select.js';
import { TokenOnce } from './token-once.js';

/** The tab of a bot: its token, and the account it signs in as. */
export function BotToken({ entity }: EntityView) {
  const t = useWords(tokensWords);
  const { isAdmin = false } = useMe();
  const account = entity.botUser as Reference | undefined;
  return (
    <div className={classes.stack}>
      <Panel title={t('token')}>
        {isAdmin && account ? (
          <Tokens account={account} name={nameOf(entity)} />
        ) : (
          <p className={classes.soft}>{t('onlyAdmins')}</p>
        )}
      </Panel>
      {account ? (
        <Panel title={t('account')}>
          <Account account={account} />
        </Panel>
      ) : null}
    </div>
  );
}

function Account({ account }: { account: Reference }) {
  const t = useWords(tokensWords);
  const answer = useOperation(getUserByName, {
    params: { fqn: account.fullyQualifiedName ?? account.name ?? '' },
    query: { fields: 'roles', include: 'all' },
  });
  return (
    <>
      <ReferenceChip reference={account} />
      <Async of={answer} small>
        {({ roles = [] }) =>
          roles.length === 0 ? null : (
            <div className={classes.line}>
              <span className={classes.soft}>{t('roles')}</span>
              <ReferenceChips references={roles} />
            </div>
          )
        }
      </Async>
    </>
  );
}

function Tokens({ account, name }: { account: Reference; name: string }) {
  const answer = useOperation(listBotTokens, { params: { id: account.id } });
  return (
    <Async of={answer} small>
      {({ data: [token, ...replaced] }) => <Token account={account} name={name} token={token} replaced={replaced} />}
    </Async>
  );
}

interface TokenProps {
  account: Reference;
  name: string;
  token: JwtAuth | undefined;
  replaced: readonly JwtAuth[];
}

function Token({ account, name, token, replaced }: TokenProps) {
  const t = useWords(tokensWords);
  const [asking, setAsking] = useState<'renew' | 'revoke' | 'end'>();
  const [made, setMade] = useState<string>();
  return (
    <>
      {made ? <TokenOnce text={made} close={() => setMade(undefined)} /> : null}
      {token ? <Validity token={token} /> : <Empty small icon={KeyRound} title={t('noToken')} />}
      <div className={classes.line}>
        <Button size="xs" leftSection={<RefreshCw size={14} aria-hidden />} onClick={() => setAsking('renew')}>
          {t(token ? 'renewToken' : 'createToken')}
        </Button>
        {token ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<ShieldOff size={14} aria-hidden />}
            onClick={() => setAsking('revoke')}
          >
            {t('revokeToken')}
          </Button>
        ) : null}
      </div>
      {replaced.length > 0 ? <Replaced tokens={replaced} end={() => setAsking('end')} /> : null}
      {asking === 'renew' ? (
        <RenewDialog
          account={account}
          name={name}
          now={token}
          close={() => setAsking(undefined)}
          made={(text) => setMade(text)}
        />
      ) : null}
      {asking === 'revoke' ? (
        <AskDialog
          title={t('revokeTitle', { name })}
          action={t('revoke')}
          dangerous
          close={() => setAsking(undefined)}
          run={async () => {
            await cairn.call(revokeBotToken, { body: { id: account.id } });
            setMade(undefined);
            await refresh(listBotTokens);
          }}
        >
          <p>{t('revokeText')}</p>
        </AskDialog>
      ) : null}
      {asking === 'end' ? (
        <AskDialog
          title={t('endTitle')}
          action={t('endOld')}
          dangerous
          close={() => setAsking(undefined)}
          run={async () => {
            await cairn.call(revokeBotToken, { query: { replacedOnly: true }, body: { id: account.id } });
            await refresh(listBotTokens);
          }}
        >
          <p>{t('endText')}</p>
        </AskDialog>
      ) : null}
    </>
  );
}

/** Tokens that were renewed and still work, so that programs have time to learn the new one. */
function Replaced({ tokens, end }: { tokens: readonly JwtAuth[]; end(): void }) {
  const t = useWords(tokensWords);
  return (
    <div className={classes.line}>
      <span className={classes.soft}>
        {tokens.map(({ JWTTokenExpiresAt: at = 0 }) => (
          <p key={at}>{t('oldUntil', { time: formatTime(at), ago: formatAgo(at) })}</p>
        ))}
      </span>
      <Button size="xs" variant="default" onClick={end}>
        {t('endOld')}
      </Button>
    </div>
  );
}

function Validity({ token }: { token: JwtAuth }) {
  const t = useWords(tokensWords);
  const at = token.JWTTokenExpiresAt;
  if (token.JWTTokenExpiry === 'Unlimited' || !at) return <p>{t('unlimited')}</p>;
  const values = { time: formatTime(at), ago: formatAgo(at) };
  return <p>{t(at < Date.now() ? 'expiredAt' : 'validUntil', values)}</p>;
}

interface RenewProps {
  account: Reference;
  name: string;
  now: JwtAuth | undefined;
  close(): void;
  made(text: string): void;
}

function RenewDialog({ account, name, now, close, made }: RenewProps) {
  const t = useWords(tokensWords);
  const [expiry, setExpiry] = useState<Expiry>(toExpiry(now?.JWTTokenExpiry));
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const isOver = now?.JWTTokenExpiresAt !== undefined && now.JWTTokenExpiresAt <= Date.now();
  return (
    <AskDialog
      title={t('tokenOf', { name })}
      action={t(now ? 'renew' : 'createToken')}
      close={close}
      run={async () => {
        const { id } = account;
        const { JWTToken = '' } = await cairn.call(regenerateBotToken, {
          params: { id },
          query: { overlapSeconds: Number(overlap) },
          body: { id, JWTTokenExpiry: expiry },
        });
        made(JWTToken);
        await refresh(listBotTokens);
      }}
    >
      <ExpirySelect value={expiry} change={setExpiry} />
      {now && !isOver ? (
        <Select
          label={t('overlap')}
          description={t('overlapText')}
          allowDeselect={false}
          value={overlap}
          onChange={(next) => setOverlap(toOverlap(next))}
          data={OVERLAPS.map((one) => ({ value: one, label: t(`overlap.${one}`) }))}
        />
      ) : null}
      {expiry === 'Unlimited' ? <p className={classes.soft}>{t('unlimitedText')}</p> : null}
    </AskDialog>
  );
}
