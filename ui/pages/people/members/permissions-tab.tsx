import { Button, Switch } from '@mantine/core';
import { explainPermissions } from 'cairn/client';
import { ShieldQuestion } from 'lucide-react';
import { editField } from '../../../data/editing/edit.js';
import { useMe } from '../../../data/rights.js';
import { useOperation } from '../../../data/use-operation.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { ReferenceChips } from '../../../entities/fields/chips.js';
import type { Reference } from '../../../entities/fields/values.js';
import { Link } from '../../../kit/link.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people/people.js';
import { EffectMark } from '../access/effect-mark.js';
import { RuleSentence } from '../access/rules-tab.js';
import { ReferencesPanel } from '../parts/references-panel.js';
import classes from '../people.module.css';

interface Rights {
  directRoles: { role: Reference; policies: PolicyRights[] }[];
  teamPermissions: TeamRights[];
}

interface TeamRights {
  team: Reference;
  rolePermissions: { role: Reference; policies: PolicyRights[] }[];
  directPolicies: PolicyRights[];
}

interface PolicyRights {
  policy: Reference;
  rules: { name: string; effect: string; operations: string[]; resources: string[]; condition?: string }[];
}

/** What a person may do, and where that comes from. */
export function PermissionsTab(view: EntityView) {
  const t = useWords(peopleWords);
  const { isAdmin = false, id } = useMe();
  const { entity } = view;
  return (
    <div className={classes.stack}>
      <ReferencesPanel
        view={view}
        field="roles"
        title={t('ownRoles')}
        about={t('ownRolesText')}
        right="EditRole"
        of="role"
      />
      <ReferencesPanel
        view={view}
        field="teams"
        title={t('teamsOfUser')}
        about={t('teamsOfUserText')}
        right="EditTeams"
        of="team"
      />
      <ReferencesPanel view={view} field="inheritedRoles" title={t('userInherited')} />
      <ReferencesPanel view={view} field="personas" title={t('personas')} of="persona" />
      <ReferencesPanel view={view} field="inheritedPersonas" title={t('inheritedPersonas')} />
      {isAdmin && entity.isBot !== true ? (
        <Switch
          label={t('isAdmin')}
          description={t('isAdminText')}
          disabled={id === entity.id || entity.deleted === true}
          checked={entity.isAdmin === true}
          onChange={(event) => void editField(view.target, '/isAdmin', event.currentTarget.checked)}
        />
      ) : null}
      {isAdmin || id === entity.id ? (
        <Explained name={entity.name} />
      ) : (
        <p className={classes.soft}>{t('rightsOnlyAdmins')}</p>
      )}
    </div>
  );
}

function Explained({ name }: { name: string }) {
  const t = useWords(peopleWords);
  const { isAdmin = false } = useMe();
  const answer = useOperation(explainPermissions, { params: { username: name } });
  return (
    <section>
      <div className={classes.head}>
        <h2>{t('permissions')}</h2>
        {isAdmin ? (
          <Button
            component={Link}
            to={`/settings/access/permission-debugger?user=${encodeURIComponent(name)}`}
            size="xs"
            variant="default"
            leftSection={<ShieldQuestion size={14} aria-hidden />}
          >
            {t('debug')}
          </Button>
        ) : null}
      </div>
      <p className={`${classes.soft} ${classes.gap}`}>{t('rightsText')}</p>
      <Async of={answer}>{(value) => <Grants rights={value as unknown as Rights} />}</Async>
    </section>
  );
}

interface Grant {
  key: string;
  from: Reference[];
  policy: PolicyRights;
}

function Grants({ rights }: { rights: Rights }) {
  const t = useWords(peopleWords);
  const grants = grantsOf(rights);
  if (grants.length === 0)
    return (
      <Empty small title={t('rightsEmpty')}>
        {t('rightsEmptyText')}
      </Empty>
    );
  return (
    <ul className={classes.rules}>
      {grants.map(({ key, from, policy: { policy, rules } }) => (
        <li key={key} className={classes.rule}>
          <div className={classes.ruleHead}>
            <ReferenceChips references={[...from, policy]} />
          </div>
          {rules.map((rule) => (
            <div key={rule.name} className={classes.grant}>
              <EffectMark effect={rule.effect === 'DENY' ? 'deny' : 'allow'} />
              <RuleSentence rule={rule} />
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

function grantsOf({ directRoles, teamPermissions }: Rights): Grant[] {
  const of = (from: Reference[], policies: readonly PolicyRights[]): Grant[] =>
    policies.map((policy) => ({ key: [...from, policy.policy].map(({ id }) => id).join(' '), from, policy }));
  return [
    ...directRoles.flatMap(({ role, policies }) => of([role], policies)),
    ...teamPermissions.flatMap(({ team, rolePermissions, directPolicies }) => [
      ...rolePermissions.flatMap(({ role, policies }) => of([team, role], policies)),
      ...of([team], directPolicies),
    ]),
  ];
}
