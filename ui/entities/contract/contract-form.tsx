import { Button, MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { createDataContract, listTestCases } from 'cairn/client';
import type { DataContract, EntityReference } from 'cairn/contract';
import { type FormEvent, useState } from 'react';
import { cairn } from '../../data/client.js';
import { edit, type Target } from '../../data/editing/edit.js';
import { stepTo } from '../../data/editing/merge.js';
import { useFormDraft } from '../../data/editing/use-form-draft.js';
import { useOperation } from '../../data/use-operation.js';
import { Restored } from '../../kit/states/restored.js';
import { sentenceOf } from '../../kit/states/sentence.js';
import { tell } from '../../kit/states/tell.js';
import { useWords } from '../../words/define-words.js';
import { contractWords } from '../../words/entities/contract.js';
import type { EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';
import { fieldsOf, refreshContract } from './contract.js';
import classes from './contract.module.css';
import { type ContractDraft, createOf, draftOf, fieldsOfDraft } from './contract-draft.js';
import { MeasureInput } from './measure-input.js';
import { PoliciesEditor } from './policies-editor.js';
import { RulesEditor } from './rules-editor.js';
import { ZONES } from './zones.js';

/** What the form shows; each is sent as a whole. */
const FORM_FIELDS = [
  'description',
  'termsOfUse',
  'schema',
  'semantics',
  'qualityExpectations',
  'sla',
  'security',
] as const;

interface Props {
  view: EntityView;
  /** Undefined: it is new. */
  own: DataContract | undefined;
  target?: Target;
  close: () => void;
}

/** A contract as one form; only what was changed is sent. */
export function ContractForm({ view, own, target, close }: Props) {
  const t = useWords(contractWords);
  const { entity } = view;
  // What the form began with: changes are compared with it, also if the contract is changed meanwhile.
  const [before] = useState<Partial<DataContract>>(own ?? {});
  const first = draftOf({ name: `${entity.name} contract`, ...before });
  const { typed: draft, change: set, restored, startOver, forget } = useFormDraft(first, { part: 'contract' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const columns = fieldsOf(entity);
  const tests = useTests(view);
  async function send(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const promised = fieldsOfDraft(draft, { columns, tests, before });
      if (target) {
        const steps = FORM_FIELDS.flatMap((field) => stepTo(before, `/${field}`, promised[field]));
        if (!(await edit(target, steps))) return;
      } else
        await cairn.call(createDataContract, {
          body: createOf(promised, draft.name.trim(), { id: entity.id, type: view.type }),
        });
      forget();
      await refreshContract();
      if (!target) tell({ message: t('saved') });
      close();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form className={classes.form} onSubmit={(event) => void send(event)}>
      <Restored when={restored} startOver={startOver} />
      {own ? null : (
        <TextInput
          label={t('contract')}
          required
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
      )}
      <Textarea
        label={t('description')}
        autosize
        minRows={2}
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Textarea
        label={t('terms')}
        autosize
        minRows={2}
        value={draft.terms}
        onChange={(event) => set({ terms: event.currentTarget.value })}
      />
      {columns.length + draft.schema.length > 0 ? (
        <MultiSelect
          label={t('schema')}
          description={t('schemaHint')}
          placeholder={draft.schema.length === 0 ? t('choose') : ''}
          searchable
          hidePickedOptions
          data={[...new Set([...columns.map(({ name }) => name), ...draft.schema])]}
          value={draft.schema}
          onChange={(schema) => set({ schema })}
        />
      ) : null}
      <RulesEditor rules={draft.semantics} change={(semantics) => set({ semantics })} />
      {view.type === 'table' ? (
        <MultiSelect
          label={t('quality')}
          description={tests.length === 0 ? t('noTests') : t('qualityHint')}
          placeholder={draft.tests.length === 0 ? t('choose') : ''}
          searchable
          hidePickedOptions
          data={optionsOf([...tests, ...(before.qualityExpectations ?? [])])}
          value={draft.tests}
          onChange={(chosen) => set({ tests: chosen })}
        />
      ) : null}
      <ServiceLevel draft={draft} set={set} columns={columns.map(({ name }) => name)} />
      <fieldset className={classes.part}>
        <legend>{t('security')}</legend>
        <TextInput
          label={t('classification')}
          value={draft.classification}
          onChange={(event) => set({ classification: event.currentTarget.value })}
        />
        <PoliciesEditor policies={draft.policies} change={(policies) => set({ policies })} />
      </fieldset>
      {problem ? (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      ) : null}
      <div className={classes.actions}>
        <Button type="submit" size="xs" loading={busy}>
          {t('save')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            forget();
            close();
          }}
        >
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

function optionsOf(tests: readonly EntityReference[]) {
  const names = new Map(tests.map((test) => [test.id, nameOf(test)]));
  return [...names].map(([value, label]) => ({ value, label }));
}

/** Tests of a table and its columns. */
function useTests({ type, entity }: EntityView): EntityReference[] {
  const answer = useOperation(
    listTestCases,
    { query: { entityLink: `<#E::table::${entity.fullyQualifiedName}>`, includeAllTests: true, limit: 1000 } },
    { enabled: type === 'table' },
  );
  return (answer.data?.value.data ?? []).flatMap(({ id, name, displayName, fullyQualifiedName }) =>
    id === undefined
      ? []
      : [
          {
            id,
            type: 'testCase',
            name,
            ...(displayName ? { displayName } : {}),
            ...(fullyQualifiedName ? { fullyQualifiedName } : {}),
          },
        ],
  );
}

interface ServiceLevelProps {
  draft: ContractDraft;
  set: (changed: Partial<ContractDraft>) => void;
  columns: readonly string[];
}

function ServiceLevel({ draft, set, columns }: ServiceLevelProps) {
  const t = useWords(contractWords);
  const names = [...new Set([...columns, ...(draft.timeColumn === '' ? [] : [draft.timeColumn])])];
  return (
    <fieldset className={classes.part}>
      <legend>{t('sla')}</legend>
      <MeasureInput
        label={t('refresh')}
        units={['hour', 'day', 'week', 'month', 'year']}
        value={draft.refresh}
        onChange={(refresh) => set({ refresh })}
      />
      <MeasureInput
        label={t('latency')}
        units={['minute', 'hour', 'day']}
        value={draft.latency}
        onChange={(latency) => set({ latency })}
      />
      <MeasureInput
        label={t('retention')}
        units={['day', 'week', 'month', 'year']}
        value={draft.retention}
        onChange={(retention) => set({ retention })}
      />
      <TextInput
        label={t('available')}
        description={t('availableHint')}
        value={draft.available}
        onChange={(event) => set({ available: event.currentTarget.value })}
      />
      {draft.available === '' ? null : (
        <Select
          label={t('timezone')}
          searchable
          clearable
          data={[...ZONES]}
          value={draft.timezone || null}
          onChange={(timezone) => set({ timezone: timezone ?? '' })}
        />
      )}
      {names.length > 0 ? (
        <Select
          label={t('timeColumn')}
          searchable
          clearable
          data={names}
          value={draft.timeColumn || null}
          onChange={(timeColumn) => set({ timeColumn: timeColumn ?? '' })}
        />
      ) : null}
    </fieldset>
  );
}
