import { Select } from '@mantine/core';
import { explainDecision, listPolicyResources, type Operation } from 'cairn/client';
import { CircleCheck, CircleHelp, CircleX, ShieldQuestion } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../../data/use-operation.js';
import type { Entity } from '../../../entities/entity-page.js';
import { ReferenceChip } from '../../../entities/fields/chips.js';
import { usePersonName } from '../../../entities/fields/person-name.js';
import type { Reference } from '../../../entities/fields/values.js';
import { entityPage } from '../../../entities/registry.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { accessWords } from '../../../words/people/access.js';
import { FoundSelect } from '../parts/found-select.js';
import classes from '../people.module.css';
import { EffectMark } from './effect-mark.js';
import { nameOfResource, nameOfRight } from './rule-texts.js';

/** What the server answers, as far as the page shows it. */
interface Decision {
  user: Reference;
  allowed: boolean;
  evaluationSteps: Step[];
  summary: { reasonsForDecision: string[] };
}

interface Step {
  stepNumber: number;
  sourceEntity?: Reference;
  policy: Reference;
  rule: string;
  effect: 'ALLOW' | 'DENY';
  matched: boolean;
  conditionEvaluations: { condition: string; result: boolean }[];
}

/** "May X do Y with Z, and by which rule": the question is in the address. */
export function DebuggerPage() {
  const t = useWords(accessWords);
  const [search, setSearch] = useSearchParams();
  const asked = { user: '', operation: '', resource: '', entity: '', ...Object.fromEntries(search) };
  const change = (part: Partial<typeof asked>) =>
    setSearch(new URLSearchParams(Object.entries({ ...asked, ...part }).filter(([, value]) => value !== '')), {
      replace: true,
      preventScrollReset: true,
    });
  const resources = useOperation(listPolicyResources, undefined).data?.value.data ?? [];
  const names = resources.flatMap(({ name }) => (name ? [name] : []));
  const rights = resources.find(({ name }) => name === asked.resource)?.operations ?? [];
  return (
    <>
      <h1>{t('debugger')}</h1>
      <p className={classes.soft}>{t('debuggerText')}</p>
      <div className={classes.fields}>
        <FoundSelect label={t('who')} index="user" value={asked.user} change={(user) => change({ user })} />
        <Select
          label={t('what')}
          searchable
          value={asked.resource || null}
          onChange={(resource) => change({ resource: resource ?? '', entity: '' })}
          data={names.map((value) => ({ value, label: nameOfResource(value, names) }))}
        />
        <Select
          label={t('may')}
          searchable
          value={asked.operation || null}
          onChange={(operation) => change({ operation: operation ?? '' })}
          data={[...new Set([...rights, ...(asked.operation ? [asked.operation] : [])])]
            .filter((one) => one !== 'All')
            .map((value) => ({ value, label: nameOfRight(value) }))}
        />
        <FoundSelect
          label={t('which')}
          index={asked.resource}
          value={asked.entity}
          disabled={entityPage(asked.resource) === undefined}
          change={(entity) => change({ entity })}
        />
      </div>
      <p className={`${classes.soft} ${classes.small} ${classes.gap}`}>{t('whichHelp')}</p>
      {asked.user && asked.operation && asked.resource ? (
        <Answer {...asked} />
      ) : (
        <Empty icon={ShieldQuestion} title={t('notAsked')} />
      )}
    </>
  );
}

type ByName = Operation<{ params: { fqn: string }; query: object; body: undefined; answer: Entity }>;

interface Asked {
  user: string;
  operation: string;
  resource: string;
  entity: string;
}

function Answer({ user, operation, resource, entity }: Asked) {
  // The address has names, the server wants an id.
  const path = entityPage(resource)?.path;
  const byName: ByName = `GET ${path ?? ''}/name/{fqn}`;
  const isOne = entity !== '' && path !== undefined;
  const found = useOperation(byName, { params: { fqn: entity } }, { enabled: isOne });
  const id = found.data?.value.id;
  const answer = useOperation(
    explainDecision,
    { query: { user, operation, resource, ...(isOne && id ? { resourceId: id } : {}) } },
    { enabled: !isOne || id !== undefined, keepPrevious: true },
  );
  if (isOne && found.error) return <Async of={found}>{() => null}</Async>;
  return <Async of={answer}>{(value) => <Verdict decision={value as unknown as Decision} isOne={isOne} />}</Async>;
}

const SIGNS = { allowed: CircleCheck, denied: CircleX, depends: CircleHelp } as const;

/** Whether a rule that was not decided, because its condition needs an entity, would change the answer. */
function dependsOnEntity({ allowed, evaluationSteps: steps }: Decision): boolean {
  if (steps.some(({ matched, effect }) => matched && effect === 'DENY')) return false;
  const other = allowed ? 'DENY' : 'ALLOW';
  return steps.some(
    ({ matched, effect, conditionEvaluations }) => !matched && effect === other && conditionEvaluations.length > 0,
  );
}

function Verdict({ decision, isOne }: { decision: Decision; isOne: boolean }) {
  const t = useWords(accessWords);
  const { user, allowed, evaluationSteps: steps, summary } = decision;
  const outcome = !isOne && dependsOnEntity(decision) ? 'depends' : allowed ? 'allowed' : 'denied';
  const Sign = SIGNS[outcome];
  const name = usePersonName(user.name ?? '');
  const reasons = outcome === 'depends' ? [t('dependsText')] : summary.reasonsForDecision;
  return (
    <>
      <div role="status" className={classes.verdict} data-outcome={outcome}>
        <Sign size={24} aria-hidden />
        <div>
          <h2>{t(outcome, { name })}</h2>
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      </div>
      {steps.length === 0 ? (
        <Empty small title={t('noRule')}>
          {t('noRuleText')}
        </Empty>
      ) : (
        <>
          <h2 className={classes.gap}>{t('considered')}</h2>
          <ol className={classes.rules}>
            {steps.map((step) => (
              <StepLine key={step.stepNumber} step={step} isOne={isOne} />
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function StepLine({ step, isOne }: { step: Step; isOne: boolean }) {
  const t = useWords(accessWords);
  const { matched, effect, rule, policy, sourceEntity, conditionEvaluations: conditions } = step;
  const isOpen = !isOne && conditions.length > 0;
  return (
    <li className={classes.rule}>
      <div className={classes.ruleHead}>
        <EffectMark effect={matched ? (effect === 'DENY' ? 'deny' : 'allow') : isOpen ? 'depends' : 'skipped'} />
        <span className={classes.mixed}>
          <span>{t('ruleOf', { rule })}</span> <ReferenceChip reference={policy} />
          {sourceEntity ? (
            <>
              <span>{t('through')}</span> <ReferenceChip reference={sourceEntity} />
            </>
          ) : null}
        </span>
      </div>
      {conditions.map(({ condition, result }) => (
        <p key={condition}>
          <code className={classes.condition}>{condition}</code>{' '}
          <span className={classes.soft}>{t(result ? 'holds' : isOpen ? 'undecided' : 'holdsNot')}</span>
        </p>
      ))}
    </li>
  );
}
