import { ActionIcon, Button, Menu, Switch, Textarea, TextInput } from '@mantine/core';
import type { SemanticsRule } from 'cairn/contract';
import { Plus, X } from 'lucide-react';
import { useWords } from '../../words/define-words.js';
import { contractWords } from '../../words/entities/contract.js';
import classes from './contract.module.css';
import type { RuleDraft } from './contract-draft.js';

/** Fields that rules are most often about: they must not be empty. */
const PRESETS = ['owners', 'description', 'domains', 'tags'] as const;

interface Props {
  rules: readonly RuleDraft[];
  change: (rules: RuleDraft[]) => void;
}

/** An editor for rules on the metadata of the asset. */
export function RulesEditor({ rules, change }: Props) {
  const t = useWords(contractWords);
  function add(rule: Pick<SemanticsRule, 'name' | 'rule'>) {
    const key = Math.max(-1, ...rules.map((one) => one.key)) + 1;
    change([...rules, { key, rule: { description: '', enabled: true, ...rule } }]);
  }
  const set = (key: number, changed: Partial<SemanticsRule>) =>
    change(rules.map((one) => (one.key === key ? { ...one, rule: { ...one.rule, ...changed } } : one)));
  return (
    <fieldset className={classes.part}>
      <legend>{t('semantics')}</legend>
      {rules.map(({ key, rule }) => (
        <div key={key} className={classes.rule}>
          <div className={classes.bar}>
            <Switch
              size="xs"
              label={t('ruleEnabled')}
              checked={rule.enabled}
              onChange={(event) => set(key, { enabled: event.currentTarget.checked })}
            />
            <ActionIcon
              size={24}
              aria-label={t('removeRule', { name: rule.name })}
              onClick={() => change(rules.filter((one) => one.key !== key))}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </div>
          <TextInput
            label={t('ruleName')}
            required
            value={rule.name}
            onChange={(event) => set(key, { name: event.currentTarget.value })}
          />
          <TextInput
            label={t('ruleDescription')}
            value={rule.description}
            onChange={(event) => set(key, { description: event.currentTarget.value })}
          />
          <Textarea
            label={t('rule')}
            required
            autosize
            minRows={1}
            spellCheck={false}
            classNames={{ input: classes.editor ?? '' }}
            value={rule.rule}
            onChange={(event) => set(key, { rule: event.currentTarget.value })}
          />
        </div>
      ))}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size="compact-xs" variant="default" leftSection={<Plus size={14} aria-hidden />} w="max-content">
            {t('addRule')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {PRESETS.map((field) => (
            <Menu.Item
              key={field}
              onClick={() => add({ name: t(`preset.${field}`), rule: JSON.stringify({ '!!': { var: field } }) })}
            >
              {t(`preset.${field}`)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => add({ name: '', rule: '' })}>{t('ownRule')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </fieldset>
  );
}
