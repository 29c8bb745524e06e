import { ActionIcon, Button, CopyButton, Switch } from '@mantine/core';
import {
  deletePersonaContextRule,
  getPersonaContextDefinition,
  getPersonaContextDocument,
  updatePersonaContextDefinition,
  updatePersonaContextRule,
} from 'cairn/client';
import type { JsonObject, PersonaContextDefinition } from 'cairn/contract';
import { Bot, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { useOperation } from '../../../data/use-operation.js';
import { textOfRule } from '../../../entities/conditions/rule-texts.js';
import { readRules } from '../../../entities/conditions/rules.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { namesOfType } from '../../../entities/registry.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { NumberField } from '../../../kit/number-field.js';
import { Panel } from '../../../kit/panel.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useAction } from '../../../kit/states/use-action.js';
import { Markdown } from '../../../kit/texts/markdown.js';
import { useWords } from '../../../words/define-words.js';
import { formatNumber } from '../../../words/format.js';
import { contextWords } from '../../../words/people/persona-context.js';
import classes from '../people.module.css';
import { type ContextRule, RuleDialog, refreshContext } from './context-rule-dialog.js';

type Asking = { what: 'add' } | { what: 'edit' | 'remove'; rule: ContextRule };

/** What AI assistants get to know when they work for people with this persona. */
export function ContextTab({ entity: { id, deleted }, may }: EntityView) {
  const answer = useOperation(getPersonaContextDefinition, { params: { id } });
  return (
    <Async of={answer}>
      {(definition) => <Definition persona={id} definition={definition} allowed={may('EditAll') && !deleted} />}
    </Async>
  );
}

interface DefinitionProps {
  persona: string;
  definition: PersonaContextDefinition;
  allowed: boolean;
}

function Definition({ persona, definition, allowed }: DefinitionProps) {
  const t = useWords(contextWords);
  const { run } = useAction();
  const [asking, setAsking] = useState<Asking>();
  const { rules = [], enabled = true } = definition;
  const close = () => setAsking(undefined);
  const ask = allowed ? setAsking : undefined;
  return (
    <div className={classes.stack}>
      <Panel
        title={t('title')}
        action={
          <Switch
            size="sm"
            withThumbIndicator={false}
            label={t('given')}
            checked={enabled}
            disabled={!allowed}
            onChange={({ currentTarget: { checked } }) =>
              void run(() => changeLimits(persona, { enabled: checked }), { failed: t('failed') })
            }
          />
        }
      >
        <p className={classes.soft}>{t('about')}</p>
      </Panel>
      <Panel
        title={t('rules')}
        action={
          ask ? (
            <Button size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => ask({ what: 'add' })}>
              {t('add')}
            </Button>
          ) : null
        }
      >
        {rules.length === 0 ? (
          <Empty small icon={Bot} title={t('none')}>
            {t('noneText')}
          </Empty>
        ) : (
          <ul className={classes.rules}>
            {rules.map((rule) => (
              <OneRule key={rule.id} persona={persona} rule={rule} ask={ask} />
            ))}
          </ul>
        )}
      </Panel>
      <Given persona={persona} definition={definition} allowed={allowed} />
      {asking?.what === 'add' ? <RuleDialog persona={persona} close={close} /> : null}
      {asking?.what === 'edit' ? <RuleDialog persona={persona} rule={asking.rule} close={close} /> : null}
      {asking?.what === 'remove' ? (
        <AskDialog
          title={t('removeTitle', { name: asking.rule.name })}
          action={t('removeAction')}
          dangerous
          close={close}
          run={async () => {
            await cairn.call(deletePersonaContextRule, { params: { id: persona, ruleId: asking.rule.id ?? '' } });
            await refreshContext();
          }}
        />
      ) : null}
    </div>
  );
}

async function changeLimits(id: string, body: PersonaContextDefinition) {
  await cairn.call(updatePersonaContextDefinition, { params: { id }, body });
  await refreshContext();
}

interface RuleProps {
  persona: string;
  rule: ContextRule;
  /** Without it, nothing can be changed. */
  ask: ((asking: Asking) => void) | undefined;
}

function OneRule({ persona, rule, ask }: RuleProps) {
  const t = useWords(contextWords);
  const { run } = useAction();
  const { id = '', name, entityType, queryFilter = '', maxAssets = 0, fullyRendered, enabled = true } = rule;
  const conditions = readRules(queryFilter);
  const says = [
    namesOfType(entityType),
    ...(conditions ? conditions.rules.map(textOfRule) : [t('foreign')]),
    t(fullyRendered ? 'inFull' : 'inLines'),
    t('atMost', { most: formatNumber(maxAssets) }),
  ];
  return (
    <li className={classes.rule}>
      <div className={classes.ruleHead}>
        <strong>{name}</strong>
        <span data-end className={classes.mixed}>
          <Switch
            size="sm"
            withThumbIndicator={false}
            aria-label={t('enabled', { name })}
            checked={enabled}
            disabled={!ask}
            onChange={({ currentTarget: { checked } }) =>
              void run(
                async () => {
                  const body = { ...rule, enabled: checked };
                  await cairn.call(updatePersonaContextRule, { params: { id: persona, ruleId: id }, body });
                  await refreshContext();
                },
                { failed: t('failed') },
              )
            }
          />
          {ask ? (
            <>
              <ActionIcon aria-label={t('edit', { name })} onClick={() => ask({ what: 'edit', rule })}>
                <Pencil size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon aria-label={t('remove', { name })} onClick={() => ask({ what: 'remove', rule })}>
                <Trash2 size={14} aria-hidden />
              </ActionIcon>
            </>
          ) : null}
        </span>
      </div>
      <span className={classes.soft}>{says.join(' · ')}</span>
    </li>
  );
}

/** The text itself, as it is for the person who reads it. */
function Given({ persona, definition: { characterBudget = 0 }, allowed }: DefinitionProps) {
  const t = useWords(contextWords);
  const [limiting, setLimiting] = useState(false);
  const answer = useOperation(getPersonaContextDocument, { params: { id: persona } });
  return (
    <Panel
      title={t('text')}
      action={
        allowed ? (
          <Button size="xs" variant="default" onClick={() => setLimiting(true)}>
            {t('limitEdit')}
          </Button>
        ) : null
      }
    >
      <p className={classes.soft}>{t('limitOf', { size: formatNumber(characterBudget) })}</p>
      <Async of={answer}>{(document) => <Text document={document} />}</Async>
      {limiting ? (
        <LimitDialog
          given={characterBudget}
          close={() => setLimiting(false)}
          save={(next) => changeLimits(persona, { characterBudget: next })}
        />
      ) : null}
    </Panel>
  );
}

function Text({ document }: { document: JsonObject }) {
  const t = useWords(contextWords);
  const [count, left] = [Number(document.entitiesIncluded), Number(document.truncatedCount)];
  const text = String(document.markdown);
  const tokens = formatNumber(Number(document.tokensEst));
  return (
    <>
      <div className={classes.head}>
        <span>
          {t('size', { count, tokens })}
          {left > 0 ? ` · ${t('leftOut', { count: left })}` : ''}
        </span>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </div>
      <Markdown text={text} />
    </>
  );
}

interface LimitProps {
  given: number;
  close(): void;
  save(limit: number): Promise<unknown>;
}

function LimitDialog({ given, close, save }: LimitProps) {
  const t = useWords(contextWords);
  const [limit, setLimit] = useState<number | ''>(given);
  return (
    <AskDialog title={t('limitEdit')} action={t('save')} close={close} run={async () => limit !== '' && save(limit)}>
      <NumberField
        label={t('limit')}
        description={t('limit.help')}
        whole
        min={10_000}
        max={2_000_000}
        step={10_000}
        data-autofocus
        value={limit}
        onChange={setLimit}
      />
    </AskDialog>
  );
}
