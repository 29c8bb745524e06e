import { ActionIcon, Button, Menu, Select } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { alertFormWords } from '../../../words/alerts/alert-form.js';
import { useWords } from '../../../words/define-words.js';
import { type Rule, ruleTitle, type Source } from '../sources.js';
import { newRule, type RuleDraft } from './draft.js';
import classes from './form.module.css';
import { ValuesInput } from './values-input.js';

interface Props {
  /** Triggers say what happened, filters to what. */
  part: 'trigger' | 'filter';
  source: Source;
  rules: readonly Rule[];
  drafts: readonly RuleDraft[];
  onChange: (drafts: readonly RuleDraft[]) => void;
}

/** Rules of one part as lines of a sentence, in the order in which they are joined. */
export function RulesEditor({ part, source, rules, drafts, onChange }: Props) {
  const t = useWords(alertFormWords);
  const change = (key: string, next: Partial<RuleDraft>) =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...next } : draft)));
  if (rules.length === 0 && drafts.length === 0) return null;
  return (
    <>
      {drafts.map((draft, i) => (
        <RuleLine
          key={draft.key}
          part={part}
          number={i + 1}
          source={source}
          rules={rules}
          draft={draft}
          onChange={(next) => change(draft.key, next)}
          onRemove={() => onChange(drafts.filter(({ key }) => key !== draft.key))}
        />
      ))}
      <div className={classes.line}>
        {drafts.length === 0 ? (
          <span className={classes.word}>{t(part === 'trigger' ? 'always' : 'anyAsset')}</span>
        ) : null}
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="subtle" size="compact-xs" leftSection={<Plus size={12} aria-hidden />}>
              {t(part === 'trigger' ? 'addTrigger' : 'addFilter')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rules.map((rule) => (
              <Menu.Item key={rule.name} onClick={() => onChange([...drafts, newRule(rule, crypto.randomUUID())])}>
                {ruleTitle(rule)}
                {rule.description ? <span className={classes.hint}>{rule.description}</span> : null}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
    </>
  );
}

interface LineProps {
  part: Props['part'];
  number: number;
  source: Source;
  rules: readonly Rule[];
  draft: RuleDraft;
  onChange: (next: Partial<RuleDraft>) => void;
  onRemove: () => void;
}

function RuleLine({ part, number, source, rules, draft, onChange, onRemove }: LineProps) {
  const t = useWords(alertFormWords);
  const rule = rules.find(({ name }) => name === draft.name);
  const title = ruleTitle(rule ?? { name: draft.name });
  const takes = rule?.arguments ?? [];
  return (
    <fieldset
      className={classes.line}
      aria-label={t(part === 'trigger' ? 'triggerNumber' : 'filterNumber', { number })}
    >
      {number === 1 ? (
        <span className={classes.word}>{t(part === 'trigger' ? 'when' : 'onlyIf')}</span>
      ) : (
        <Select
          className={classes.join}
          size="xs"
          aria-label={t('joined')}
          allowDeselect={false}
          data={[
            { value: 'AND', label: t('and') },
            { value: 'OR', label: t('or') },
          ]}
          value={draft.join}
          onChange={(value) => onChange({ join: value === 'OR' ? 'OR' : 'AND' })}
        />
      )}
      <span className={classes.title}>{title}</span>
      <Select
        className={classes.effect}
        size="xs"
        aria-label={t('effectOf', { title })}
        allowDeselect={false}
        data={[
          { value: 'include', label: t(takes.length > 0 ? 'is' : 'holds') },
          { value: 'exclude', label: t(takes.length > 0 ? 'isNot' : 'holdsNot') },
        ]}
        value={draft.effect}
        onChange={(value) => onChange({ effect: value === 'exclude' ? 'exclude' : 'include' })}
      />
      {takes.map((argument) => (
        <ValuesInput
          key={argument}
          label={takes.length > 1 ? t(argument.includes('Suite') ? 'suites' : 'results') : title}
          argument={argument}
          source={source}
          values={draft.values[argument] ?? []}
          onChange={(values) => onChange({ values: { ...draft.values, [argument]: values } })}
        />
      ))}
      <ActionIcon aria-label={t('removeRule', { title })} onClick={onRemove}>
        <X size={14} />
      </ActionIcon>
    </fieldset>
  );
}
