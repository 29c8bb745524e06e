import { Button } from '@mantine/core';
import { getSecurityConfig } from 'cairn/client';
import type { SecurityConfiguration } from 'cairn/contract';
import type { ReactNode } from 'react';
import { useOperation } from '../../../data/use-operation.js';
import { Link } from '../../../kit/link.js';
import { Panel } from '../../../kit/panel.js';
import { Async } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { signOnWords } from '../../../words/settings/sign-on.js';
import classes from '../settings.module.css';

/** How people sign in: what is in force, and which option of the server decides it. */
export function SignOnPage() {
  const t = useWords(signOnWords);
  const answer = useOperation(getSecurityConfig, undefined);
  return (
    <>
      <h1>{t('title')}</h1>
      <p className={`${classes.soft} ${classes.gap}`}>{t('about')}</p>
      <Async of={answer}>{(config) => <InForce config={config} />}</Async>
      <div className={classes.line} />
      <Panel title={t('limits')}>
        <p className={`${classes.soft} ${classes.gap}`}>{t('limitsText')}</p>
        <Button component={Link} to="/settings/preferences/loginConfiguration" size="xs" variant="default">
          {t('openLimits')}
        </Button>
      </Panel>
    </>
  );
}

function InForce({ config }: { config: SecurityConfiguration }) {
  const t = useWords(signOnWords);
  const { authenticationConfiguration: sign, authorizerConfiguration: known } = config;
  const domains = known.allowedEmailRegistrationDomains ?? [];
  return (
    <dl className={classes.list}>
      <Fact label={t('provider')} about={t('providerText')}>
        {sign.provider === 'basic' ? t('provider.basic') : sign.providerName}
      </Fact>
      <Fact label={t('signup')} option="CAIRN_SELF_SIGNUP">
        {t(sign.enableSelfSignup ? 'signup.on' : 'signup.off')}
      </Fact>
      <Fact label={t('domains')} option="CAIRN_SIGNUP_DOMAINS">
        {domains.length === 0 ? t('allDomains') : domains.join(', ')}
      </Fact>
      <Fact label={t('principal')}>{known.principalDomain}</Fact>
      <Fact label={t('authority')} option="CAIRN_PUBLIC_URL">
        {sign.authority}
      </Fact>
      <Fact label={t('callback')}>{sign.callbackUrl}</Fact>
      <Fact label={t('keys')}>{sign.publicKeyUrls?.join(', ')}</Fact>
      <Fact label={t('algorithm')}>{sign.tokenValidationAlgorithm}</Fact>
    </dl>
  );
}

function Fact({
  label,
  option,
  about,
  children,
}: {
  label: string;
  option?: string;
  about?: string;
  children: ReactNode;
}) {
  const t = useWords(signOnWords);
  return (
    <div className={classes.item}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>
        {children}
        {about ? <div className={classes.soft}>{about}</div> : null}
        {option ? <div className={classes.soft}>{t('option', { name: option })}</div> : null}
      </dd>
    </div>
  );
}
