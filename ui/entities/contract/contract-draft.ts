// A contract as its form holds it, and back. Pure.
import type {
  Column,
  ContractSLA,
  CreateDataContract,
  DataContract,
  EntityReference,
  SemanticsRule,
} from 'cairn/contract';

export interface Measure {
  /** Empty: nothing is promised. */
  amount: number | '';
  unit: string;
}

/** A rule keeps its key while it is renamed. */
export interface RuleDraft {
  key: number;
  rule: SemanticsRule;
}

export interface PolicyDraft {
  key: number;
  accessPolicy: string;
  identities: string[];
  /** What the form does not show. */
  rest: object;
}

export interface ContractDraft {
  name: string;
  description: string;
  terms: string;
  /** Names of the columns that are promised. */
  schema: string[];
  semantics: RuleDraft[];
  /** Ids of test cases. */
  tests: string[];
  refresh: Measure;
  latency: Measure;
  retention: Measure;
  available: string;
  timezone: string;
  timeColumn: string;
  classification: string;
  policies: PolicyDraft[];
}

const measure = (amount: number | undefined, unit: string | undefined, fallback: string): Measure => ({
  amount: amount ?? '',
  unit: unit ?? fallback,
});

export function draftOf(contract: Partial<DataContract> & { name: string }): ContractDraft {
  const {
    description = '',
    termsOfUse,
    schema = [],
    semantics = [],
    qualityExpectations = [],
    sla,
    security,
  } = contract;
  const { refreshFrequency, maxLatency, retention, availabilityTime, timezone, columnName } = sla ?? {};
  return {
    name: contract.name,
    description,
    terms: termsOfUse?.content ?? '',
    schema: schema.map(({ name }) => name),
    semantics: semantics.map((rule, key) => ({ key, rule })),
    tests: qualityExpectations.map(({ id }) => id),
    refresh: measure(refreshFrequency?.interval, refreshFrequency?.unit, 'day'),
    latency: measure(maxLatency?.value, maxLatency?.unit, 'hour'),
    retention: measure(retention?.period, retention?.unit, 'month'),
    available: availabilityTime ?? '',
    timezone: timezone ?? '',
    timeColumn: columnName ?? '',
    classification: security?.dataClassification ?? '',
    policies: (security?.policies ?? []).map(({ accessPolicy = '', identities = [], ...rest }, key) => ({
      key,
      accessPolicy,
      identities,
      rest,
    })),
  };
}

export interface Known {
  /** Columns of the asset. */
  columns: readonly Column[];
  tests: readonly EntityReference[];
  before: Partial<DataContract>;
}

export type Promised = Pick<
  DataContract,
  'description' | 'termsOfUse' | 'schema' | 'semantics' | 'qualityExpectations' | 'sla' | 'security'
>;

/** What the form says, as fields of the contract; what it does not show stays. Empty parts are left out. */
export function fieldsOfDraft(draft: ContractDraft, { columns, tests, before }: Known): Promised {
  const schema = draft.schema.flatMap((name) => {
    const promised = before.schema?.find((one) => one.name === name);
    const column = promised ?? columns.find((one) => one.name === name);
    return column ? [promised ?? plainColumn(column)] : [];
  });
  const expected = draft.tests.flatMap((id) => {
    const known = [...(before.qualityExpectations ?? []), ...tests].find((one) => one.id === id);
    return known ? [known] : [];
  });
  const semantics = draft.semantics.map(({ rule }) => ({ ...rule, description: rule.description || rule.name }));
  const sla = slaOf(draft, before.sla);
  const security = securityOf(draft, before.security);
  const { content: _, ...terms } = before.termsOfUse ?? {};
  return {
    ...(draft.description.trim() === '' ? {} : { description: draft.description }),
    ...(draft.terms.trim() === '' ? {} : { termsOfUse: { ...terms, content: draft.terms } }),
    ...(schema.length > 0 ? { schema } : {}),
    ...(semantics.length > 0 ? { semantics } : {}),
    ...(expected.length > 0 ? { qualityExpectations: expected } : {}),
    ...(sla ? { sla } : {}),
    ...(security ? { security } : {}),
  };
}

/** The request that makes the contract. */
export function createOf(promised: Promised, name: string, entity: { id: string; type: string }): CreateDataContract {
  const { termsOfUse, qualityExpectations, ...rest } = promised;
  return {
    ...rest,
    name,
    entity,
    ...(termsOfUse?.content === undefined ? {} : { termsOfUse: termsOfUse.content }),
    ...(qualityExpectations ? { qualityExpectations: qualityExpectations.map(({ id, type }) => ({ id, type })) } : {}),
  };
}

/** What of a column is promised: its name and type. */
function plainColumn({ name, dataType, dataTypeDisplay, dataLength }: Column): Column {
  return {
    name,
    dataType,
    ...(dataTypeDisplay ? { dataTypeDisplay } : {}),
    ...(dataLength === undefined ? {} : { dataLength }),
  };
}

type Sla = NonNullable<ContractSLA>;

function slaOf(draft: ContractDraft, before: Sla | undefined): Sla | undefined {
  const {
    refreshFrequency: _r,
    maxLatency: _m,
    retention: _k,
    availabilityTime: _a,
    timezone,
    columnName: _c,
    ...rest
  } = before ?? {};
  const { refresh, latency, retention, available, timeColumn } = draft;
  const sla: Sla = {
    ...rest,
    ...(refresh.amount === ''
      ? {}
      : {
          refreshFrequency: {
            interval: refresh.amount,
            unit: refresh.unit as NonNullable<Sla['refreshFrequency']>['unit'],
          },
        }),
    ...(latency.amount === ''
      ? {}
      : { maxLatency: { value: latency.amount, unit: latency.unit as NonNullable<Sla['maxLatency']>['unit'] } }),
    ...(retention.amount === ''
      ? {}
      : { retention: { period: retention.amount, unit: retention.unit as NonNullable<Sla['retention']>['unit'] } }),
    ...(available === '' ? {} : { availabilityTime: available }),
    ...(timeColumn === '' ? {} : { columnName: timeColumn }),
  };
  const zone = draft.timezone === '' ? timezone : (draft.timezone as NonNullable<Sla['timezone']>);
  if (Object.keys(sla).length === 0) return undefined;
  return { ...sla, ...(zone === undefined ? {} : { timezone: zone }) };
}

type Security = NonNullable<DataContract['security']>;

function securityOf({ classification, policies }: ContractDraft, before: Security | undefined): Security | undefined {
  const { dataClassification: _d, policies: _p, ...rest } = before ?? {};
  const security: Security = {
    ...rest,
    ...(classification === '' ? {} : { dataClassification: classification }),
    ...(policies.length === 0
      ? {}
      : {
          policies: policies.map(({ accessPolicy, identities, rest: more }) => ({
            ...more,
            ...(accessPolicy === '' ? {} : { accessPolicy }),
            ...(identities.length === 0 ? {} : { identities }),
          })),
        }),
  };
  return Object.keys(security).length === 0 ? undefined : security;
}
