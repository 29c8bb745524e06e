import { ActionIcon, Button } from '@mantine/core';
import { listPolicyResources } from 'cairn/client';
import type { Rule } from 'cairn/contract';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { editField } from '../../../data/editing/edit.js';
import { useOperation } from '../../../data/use-operation.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { nameOf } from '../../../entities/fields/values.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { Hinted } from '../../../kit/hint.js';
import { useWords } from '../../../words/define-words.js';
import { accessWords } from '../../../words/people/access.js';
import classes from '../people.module.css';
import { EffectMark } from './effect-mark.js';
import { RuleFields, useRule } from './rule-fields.js';
import { isEverything, NEW_RULE, nameOfResource, nameOfRight } from './rule-texts.js';

type Open = { what: 'edit' | 'remove' | 'add'; rule: Rule };

/** The rules of a policy, as sentences. */
export function RulesTab(view: EntityView) {
  const t = useWords(accessWords);
  const { entity } = view;
  const rules = (entity.rules ?? []) as Rule[];
  const [open, setOpen] = useState<Open>();
  const allowed = view.may('EditAll') && !entity.deleted;
  const save = (next: readonly Rule[]) => void editField(view.target, '/rules', next);
  return (
    <>
      {allowed ? (
        <div className={`${classes.actions} ${classes.gap}`}>
          <Button
            size="xs"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => setOpen({ what: 'add', rule: NEW_RULE })}
          >
            {t('addRule')}
          </Button>
        </div>
      ) : null}
      <ul className={classes.rules} aria-label={t('rulesOf', { name: nameOf(entity) })}>
        {rules.map((rule) => (
          <li key={rule.name} className={classes.rule}>
            <div className={classes.ruleHead}>
              <EffectMark effect={rule.effect} />
              <h3>{rule.name}</h3>
              {allowed ? (
                <span data-end>
                  <Hinted label={t('editRule', { name: rule.name })}>
                    <ActionIcon
                      aria-label={t('editRule', { name: rule.name })}
                      onClick={() => setOpen({ what: 'edit', rule })}
                    >
                      <Pencil size={14} aria-hidden />
                    </ActionIcon>
                  </Hinted>
                  {rules.length > 1 ? (
                    <Hinted label={t('removeRule', { name: rule.name })}>
                      <ActionIcon
                        aria-label={t('removeRule', { name: rule.name })}
                        onClick={() => setOpen({ what: 'remove', rule })}
                      >
                        <Trash2 size={14} aria-hidden />
                      </ActionIcon>
                    </Hinted>
                  ) : null}
                </span>
              ) : null}
            </div>
            {rule.description ? <p className={classes.soft}>{rule.description}</p> : null}
            <RuleSentence rule={rule} />
          </li>
        ))}
      </ul>
      {open && open.what !== 'remove' ? (
        <RuleDialog
          given={open.rule}
          taken={rules.filter((rule) => rule !== open.rule).map(({ name }) => name)}
          close={() => setOpen(undefined)}
          save={(rule) =>
            save(open.what === 'add' ? [...rules, rule] : rules.map((one) => (one === open.rule ? rule : one)))
          }
        />
      ) : null}
      {open?.what === 'remove' ? (
        <AskDialog
          title={t('removeRuleTitle', { name: open.rule.name })}
          action={t('remove')}
          dangerous
          close={() => setOpen(undefined)}
          run={async () => save(rules.filter((rule) => rule !== open.rule))}
        >
          <p>{t('removeRuleText')}</p>
        </AskDialog>
      ) : null}
    </>
  );
}

type Said = Pick<Rule, 'condition'> & { operations: readonly string[]; resources: readonly string[] };

/** What a rule is about: "Edit description, Edit tags on Table if isOwner()". */
export function RuleSentence({ rule }: { rule: Said }) {
  const t = useWords(accessWords);
  const answer = useOperation(listPolicyResources, undefined, { staleTime: Number.POSITIVE_INFINITY });
  const known = (answer.data?.value.data ?? []).flatMap(({ name }) => (name ? [name] : []));
  const { operations, resources, condition } = rule;
  return (
    <p>
      <strong>{operations.map(nameOfRight).join(', ')}</strong>{' '}
      {resources.some(isEverything)
        ? t('onEverything')
        : t('onWhat', { what: resources.map((one) => nameOfResource(one, known)).join(', ') })}
      {condition ? <code className={classes.condition}> {t('if', { condition })}</code> : null}
    </p>
  );
}

interface RuleDialogProps {
  given: Rule;
  taken: readonly string[];
  close(): void;
  save(rule: Rule): void;
}

function RuleDialog({ given, taken, close, save }: RuleDialogProps) {
  const t = useWords(accessWords);
  const form = useRule(given, taken);
  return (
    <AskDialog
      title={given.name === '' ? t('addRule') : t('editRule', { name: given.name })}
      action={t('save')}
      size={640}
      close={close}
      run={async () => {
        const rule = form.whole();
        if (!rule) return false;
        save(rule);
        return true;
      }}
    >
      <RuleFields form={form} />
    </AskDialog>
  );
}
