import { Button, MultiSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { listPolicyFunctions, listPolicyResources, validatePolicyCondition } from 'cairn/client';
import type { Rule } from 'cairn/contract';
import { useState } from 'react';
import { useOperation } from '../../../data/use-operation.js';
import { sentenceOf } from '../../../kit/states/sentence.js';
import { useWords } from '../../../words/define-words.js';
import { accessWords } from '../../../words/people/access.js';
import classes from '../people.module.css';
import { nameOfResource, nameOfRight } from './rule-texts.js';

export interface RuleForm {
  rule: Rule;
  change(part: Partial<Rule>): void;
  /** What is missing, once somebody tried to save. */
  errors: { name?: string | undefined; resources?: string | undefined; operations?: string | undefined };
  condition: ReturnType<typeof useCondition>;
  /** The rule, if it is complete and its condition has no error; otherwise marks what is missing. */
  whole(): Rule | undefined;
}

export function useRule(given: Rule, taken: readonly string[]): RuleForm {
  const t = useWords(accessWords);
  const [rule, setRule] = useState(given);
  const [tried, setTried] = useState(false);
  const condition = useCondition(rule.condition ?? '');
  const name = rule.name.trim();
  const missing = {
    name: name === '' ? t('nameNeeded') : taken.includes(name) ? t('nameTaken') : undefined,
    resources: rule.resources.length === 0 ? t('resourcesNeeded') : undefined,
    operations: rule.operations.length === 0 ? t('operationsNeeded') : undefined,
  };
  const isWhole = Object.values(missing).every((text) => text === undefined) && condition.error === undefined;
  return {
    rule,
    change: (part) => setRule((now) => ({ ...now, ...part })),
    errors: tried ? missing : {},
    condition,
    whole() {
      setTried(true);
      if (!isWhole) return undefined;
      const { condition: text = '', ...others } = rule;
      return { ...others, name, ...(text.trim() ? { condition: text.trim() } : {}) };
    },
  };
}

/** What the server says of a condition, a moment after the last key. */
export function useCondition(text: string): { error: string | undefined; good: boolean } {
  const [asked] = useDebouncedValue(text.trim(), 250);
  const answer = useOperation(
    validatePolicyCondition,
    { params: { expression: asked } },
    { enabled: asked !== '', staleTime: Number.POSITIVE_INFINITY },
  );
  const isCurrent = asked === text.trim() && asked !== '';
  return {
    error: isCurrent && answer.error ? sentenceOf(answer.error) : undefined,
    good: isCurrent && answer.isSuccess,
  };
}

/** The fields of a rule; all it can be about, and do, comes from the server. */
export function RuleFields({ form: { rule, change, errors, condition } }: { form: RuleForm }) {
  const t = useWords(accessWords);
  const resources = useOperation(listPolicyResources, undefined).data?.value.data ?? [];
  const names = resources.flatMap(({ name }) => (name ? [name] : []));
  const own = (one: string) => names.find((name) => name.toLowerCase() === one.toLowerCase()) ?? one;
  const chosen = rule.resources.map(own);
  const rights = new Set<string>(['All', ...rule.operations]);
  for (const { name, operations = [] } of resources)
    if (chosen.length === 0 || chosen.some((one) => one.toLowerCase() === 'all' || one === name))
      for (const operation of operations) rights.add(operation);
  const choices = [
    ...new Set(['All', ...names.filter((name) => name.toLowerCase() !== 'all'), ...chosen.map(caseOfAll)]),
  ];
  return (
    <>
      <TextInput
        label={t('ruleName')}
        required
        value={rule.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errors.name}
      />
      <Textarea
        label={t('description')}
        autosize
        minRows={1}
        value={rule.description ?? ''}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <SegmentedControl
        aria-label={t('effect')}
        value={rule.effect}
        onChange={(value) => change({ effect: value === 'deny' ? 'deny' : 'allow' })}
        data={[
          { value: 'allow', label: t('allow') },
          { value: 'deny', label: t('deny') },
        ]}
      />
      <MultiSelect
        label={t('operations')}
        required
        searchable
        value={rule.operations}
        onChange={(value) => change({ operations: value as Rule['operations'] })}
        data={[...rights].map((value) => ({ value, label: nameOfRight(value) }))}
        error={errors.operations}
      />
      <MultiSelect
        label={t('resources')}
        required
        searchable
        value={chosen.map(caseOfAll)}
        onChange={(value) => change({ resources: value })}
        data={choices.map((value) => ({ value, label: nameOfResource(value, names) }))}
        error={errors.resources}
      />
      <ConditionField value={rule.condition ?? ''} change={(text) => change({ condition: text })} checked={condition} />
    </>
  );
}

function caseOfAll(resource: string): string {
  return resource.toLowerCase() === 'all' ? 'All' : resource;
}

/** A function that conditions can call. */
interface PolicyFunction {
  name: string;
  description?: string;
  examples?: string[];
}

interface ConditionProps {
  value: string;
  change(text: string): void;
  checked: ReturnType<typeof useCondition>;
}

function ConditionField({ value, change, checked }: ConditionProps) {
  const t = useWords(accessWords);
  const functions = (useOperation(listPolicyFunctions, undefined).data?.value.data ??
    []) as unknown as readonly PolicyFunction[];
  const put = (text: string) => change(value.trim() === '' ? text : `${value.trim()} && ${text}`);
  return (
    <div>
      <Textarea
        label={t('condition')}
        description={t('conditionHelp')}
        className={classes.token}
        autosize
        minRows={1}
        spellCheck={false}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        error={checked.error}
      />
      <div role="status" className={`${classes.soft} ${classes.small}`}>
        {checked.good ? t('conditionGood') : null}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a look of its own */}
      <div role="group" aria-label={t('conditionFunctions')} className={classes.functions}>
        {functions.map(({ name, description, examples = [] }) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            title={description}
            onClick={() => put(examples[0] ?? `${name}()`)}
          >
            {name}
          </Button>
        ))}
      </div>
    </div>
  );
}
