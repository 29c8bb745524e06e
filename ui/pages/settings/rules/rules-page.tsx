import { ActionIcon, Button, Select, Switch } from '@mantine/core';
import type { EntityRulesSettings, JsonObject, SemanticsRule } from 'cairn/contract';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMe } from '../../../data/rights.js';
import { exploredPages, namesOfType } from '../../../entities/registry.js';
import { useWords } from '../../../words/define-words.js';
import { ruleWords } from '../../../words/settings/rules.js';
import { SettingFrame } from '../forms/setting-form.js';
import { useSetting } from '../forms/use-setting.js';
import classes from '../settings.module.css';

const FIELDS = ['description', 'owners', 'tags', 'domains', 'dataProducts', 'displayName'] as const;
const TYPES = [...exploredPages.map(({ type }) => type), 'glossaryTerm', 'dataProduct'];

/** What all entities have to keep: which rules are enabled, and fields that must not be empty. */
export function RulesPage() {
  const t = useWords(ruleWords);
  const form = useSetting('entityRulesSettings');
  const { isAdmin = false } = useMe();
  const { entitySemantics } = form.value as Partial<EntityRulesSettings>;
  const rules = entitySemantics ?? [];
  const setRules = (next: SemanticsRule[]) => form.change({ entitySemantics: next } as unknown as JsonObject);
  return (
    <SettingFrame title={t('title')} about={t('about')} form={form}>
      {rules.map((rule, i) => (
        <div key={rule.name} className={classes.item}>
          <div className={classes.head}>
            <Switch
              label={rule.name}
              description={[rule.description, rule.entityType && t('of', { types: namesOfType(rule.entityType) })]
                .filter(Boolean)
                .join(' ')}
              checked={rule.enabled}
              onChange={({ currentTarget: { checked } }) =>
                setRules(rules.map((one, at) => (at === i ? { ...one, enabled: checked } : one)))
              }
            />
            {rule.provider === 'system' ? null : (
              <ActionIcon
                aria-label={t('remove', { name: rule.name })}
                disabled={!isAdmin}
                onClick={() => setRules(rules.filter((_, at) => at !== i))}
              >
                <Trash2 size={14} aria-hidden />
              </ActionIcon>
            )}
          </div>
        </div>
      ))}
      {isAdmin ? <NewRule taken={rules.map(({ name }) => name)} add={(rule) => setRules([...rules, rule])} /> : null}
    </SettingFrame>
  );
}

/** A field that entities of a type must not leave empty. */
function NewRule({ taken, add }: { taken: readonly string[]; add(rule: SemanticsRule): void }) {
  const t = useWords(ruleWords);
  const [type, setType] = useState<string>('table');
  const [field, setField] = useState<string>('description');
  const words = { types: namesOfType(type), field: t(`field.${field as (typeof FIELDS)[number]}`) };
  const name = t('needs', words);
  return (
    <fieldset className={classes.item}>
      <legend>{t('new')}</legend>
      <div className={classes.line}>
        <Select
          label={t('type')}
          allowDeselect={false}
          value={type}
          onChange={(next) => setType(next ?? type)}
          data={TYPES.map((value) => ({ value, label: namesOfType(value) }))}
        />
        <Select
          label={t('field')}
          allowDeselect={false}
          value={field}
          onChange={(next) => setField(next ?? field)}
          data={FIELDS.map((value) => ({ value, label: t(`field.${value}`) }))}
        />
        <Button
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={taken.includes(name)}
          onClick={() =>
            add({
              name,
              description: t('needsText', words),
              rule: JSON.stringify({ '!!': { var: field } }),
              enabled: true,
              entityType: type,
              provider: 'user',
            })
          }
        >
          {t('add')}
        </Button>
      </div>
    </fieldset>
  );
}
