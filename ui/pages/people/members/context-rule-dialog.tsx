import { Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  createPersonaContextRule,
  getEntityTypeCounts,
  getPersonaContextDefinition,
  getPersonaContextDocument,
  previewPersonaContextRule,
  updatePersonaContextRule,
} from 'cairn/client';
import type { JsonObject, PersonaContextDefinition } from 'cairn/contract';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { readBuckets } from '../../../data/search.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { Conditions } from '../../../entities/conditions/conditions.js';
import { readRules, writeRules } from '../../../entities/conditions/rules.js';
import { namesOfType } from '../../../entities/registry.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { NumberField } from '../../../kit/number-field.js';
import { useWords } from '../../../words/define-words.js';
import { formatNumber } from '../../../words/format.js';
import { contextWords } from '../../../words/people/persona-context.js';

export type ContextRule = NonNullable<PersonaContextDefinition['rules']>[number];

interface Props {
  /** Its id. */
  persona: string;
  /** The one to change; none: a new one. */
  rule?: ContextRule;
  close(): void;
}

/** After every change of a definition, or of one of its rules. */
export const refreshContext = () => refresh(getPersonaContextDefinition, getPersonaContextDocument);

const NEW: ContextRule = { name: '', entityType: 'table', maxAssets: 200 };
const WIDTH = 720;

/** The assets that a rule selects, and how much of each is said. */
export function RuleDialog({ persona, rule, close }: Props) {
  const t = useWords(contextWords);
  const [typed, setTyped] = useState(rule ?? NEW);
  const [tried, setTried] = useState(false);
  const change = (part: Partial<ContextRule>) => setTyped((now) => ({ ...now, ...part }));
  const { name, entityType, maxAssets = 0, fullyRendered = false } = typed;
  const conditions = readRules(rule?.queryFilter ?? '');
  const named = name.trim() !== '';
  async function run() {
    setTried(true);
    if (!named) return false;
    const ruleId = rule?.id;
    if (ruleId) await cairn.call(updatePersonaContextRule, { params: { id: persona, ruleId }, body: typed });
    else await cairn.call(createPersonaContextRule, { params: { id: persona }, body: typed });
    return refreshContext();
  }
  return (
    <AskDialog
      title={rule ? t('edit', { name: rule.name }) : t('add')}
      action={t(rule ? 'save' : 'create')}
      size={WIDTH}
      close={close}
      run={run}
    >
      <TextInput
        label={t('name')}
        required
        data-autofocus
        error={tried && !named ? t('nameNeeded') : undefined}
        value={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TypeSelect value={entityType} change={(next) => change({ entityType: next })} />
      {conditions ? (
        <Conditions
          given={conditions}
          index={entityType}
          change={(rules) => change({ queryFilter: writeRules(rules) })}
        />
      ) : (
        <p>{t('foreignHelp')}</p>
      )}
      <Found persona={persona} rule={typed} />
      <NumberField
        label={t('most')}
        description={t('most.help')}
        whole
        min={1}
        max={1000}
        value={maxAssets}
        onChange={(most) => change({ maxAssets: Number(most) })}
      />
      <Switch
        label={t('whole')}
        description={t('whole.help')}
        checked={fullyRendered}
        onChange={(event) => change({ fullyRendered: event.currentTarget.checked })}
      />
    </AskDialog>
  );
}

/** The types that the catalog has assets of. */
function TypeSelect({ value, change }: { value: string; change(type: string): void }) {
  const t = useWords(contextWords);
  const answer = useOperation(getEntityTypeCounts, { query: { q: '*', index: 'all' } });
  const found = answer.data ? readBuckets(answer.data.value as JsonObject, 'entityType') : [];
  const types = [...new Set([value, ...found.map((bucket) => bucket.value)])];
  return (
    <Select
      label={t('type')}
      searchable
      allowDeselect={false}
      value={value}
      onChange={(next) => change(next ?? value)}
      data={types.map((type) => ({ value: type, label: namesOfType(type) }))}
    />
  );
}

/** The assets that the rule in the form selects. */
function Found({ persona, rule }: { persona: string; rule: ContextRule }) {
  const t = useWords(contextWords);
  const { entityType, queryFilter = '' } = rule;
  const [filter] = useDebouncedValue(queryFilter, 250);
  const answer = useOperation(
    previewPersonaContextRule,
    { params: { id: persona }, body: { name: 'preview', entityType, queryFilter: filter } },
    { keepPrevious: true },
  );
  const { matchedCount = 0, sampleNames = [] } = (answer.data?.value ?? {}) as {
    matchedCount?: number;
    sampleNames?: string[];
  };
  const values = { count: matchedCount, shown: formatNumber(matchedCount), names: sampleNames.join(', ') };
  return <p role="status">{answer.data ? (matchedCount === 0 ? t('selectsNone') : t('selects', values)) : '…'}</p>;
}
