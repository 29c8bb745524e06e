import type { ContractSLA, DataContract } from 'cairn/contract';
import type { ReactNode } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { Link } from '../../kit/link.js';
import { Markdown } from '../../kit/texts/markdown.js';
import { useWords } from '../../words/define-words.js';
import { contractWords } from '../../words/entities/contract.js';
import { nameOf } from '../fields/values.js';
import classes from './contract.module.css';

/** What a contract promises, to be read. */
export function ContractParts({ contract }: { contract: DataContract }) {
  const t = useWords(contractWords);
  const { description, termsOfUse, schema = [], semantics = [], sla, security } = contract;
  const { qualityExpectations = [], odcsQualityRules = [] } = contract;
  const slaLines = useServiceLevel(sla);
  const parts = [
    description ? (
      <Part key="description" label={t('description')}>
        <Markdown text={description} />
      </Part>
    ) : null,
    termsOfUse?.content ? (
      <Part key="terms" label={t('terms')}>
        <Markdown text={termsOfUse.content} />
      </Part>
    ) : null,
    schema.length > 0 ? (
      <Part key="schema" label={t('schema')}>
        <ul className={classes.list}>
          {schema.map(({ name, dataType, dataTypeDisplay }) => (
            <li key={name}>
              <code>{name}</code> <span className={classes.soft}>{dataTypeDisplay || dataType.toLowerCase()}</span>
            </li>
          ))}
        </ul>
      </Part>
    ) : null,
    semantics.length > 0 ? (
      <Part key="semantics" label={t('semantics')}>
        <ul className={classes.list}>
          {semantics.map(({ name, description: meaning, enabled }) => (
            <li key={name}>
              {name}
              <span className={classes.soft}>
                {meaning && meaning !== name ? ` · ${meaning}` : ''}
                {enabled ? '' : ` · ${t('disabled')}`}
              </span>
            </li>
          ))}
        </ul>
      </Part>
    ) : null,
    qualityExpectations.length + odcsQualityRules.length > 0 ? (
      <Part key="quality" label={t('quality')}>
        <ul className={classes.list}>
          {qualityExpectations.map((test) => (
            <li key={test.id}>
              <Link to={addressOf('testCase', test.fullyQualifiedName ?? test.name ?? '')}>{nameOf(test)}</Link>
            </li>
          ))}
          {odcsQualityRules.length > 0 ? <li>{t('qualityRules', { count: odcsQualityRules.length })}</li> : null}
        </ul>
      </Part>
    ) : null,
    slaLines.length > 0 ? (
      <Part key="sla" label={t('sla')}>
        <ul className={classes.list}>
          {slaLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Part>
    ) : null,
    security?.dataClassification || security?.policies?.length ? (
      <Part key="security" label={t('security')}>
        <ul className={classes.list}>
          {security.dataClassification ? <li>{security.dataClassification}</li> : null}
          {security.policies?.map(({ accessPolicy = '', identities = [] }) => (
            <li key={`${accessPolicy} ${identities.join()}`}>
              {accessPolicy} <span className={classes.soft}>{identities.join(', ')}</span>
            </li>
          ))}
        </ul>
      </Part>
    ) : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return <p className={classes.soft}>{t('nothingPromised')}</p>;
  return <dl className={classes.parts}>{parts}</dl>;
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A service level in words, a line for each promise. */
function useServiceLevel(sla: ContractSLA | undefined): string[] {
  const t = useWords(contractWords);
  const { refreshFrequency, maxLatency, retention, availabilityTime, timezone, columnName } = sla ?? {};
  const line = (label: string, value: string) => `${label} ${value}`;
  return [
    ...(refreshFrequency
      ? [line(t('refresh'), t(`unit.${refreshFrequency.unit}`, { count: refreshFrequency.interval }))]
      : []),
    ...(maxLatency ? [line(t('latency'), t(`unit.${maxLatency.unit}`, { count: maxLatency.value }))] : []),
    ...(retention ? [line(t('retention'), t(`unit.${retention.unit}`, { count: retention.period }))] : []),
    ...(availabilityTime ? [line(t('available'), [availabilityTime, timezone].filter(Boolean).join(', '))] : []),
    ...(columnName ? [line(t('timeColumn'), columnName)] : []),
  ];
}
