import { createPolicy, createRole, listPolicies, listRoles } from 'cairn/client';
import { KeyRound, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { nameOf, type Reference } from '../../../entities/fields/values.js';
import { useWords } from '../../../words/define-words.js';
import { formatNumber } from '../../../words/format.js';
import { accessWords } from '../../../words/people/access.js';
import { settingAbouts } from '../../../words/settings/setting-abouts.js';
import { FoundMultiSelect } from '../parts/found-multi-select.js';
import { NamedList } from '../parts/named-list.js';
import { RuleFields, useRule } from './rule-fields.js';
import { NEW_RULE } from './rule-texts.js';

export function RolesPage() {
  const t = useWords(accessWords);
  const abouts = useWords(settingAbouts);
  const [policies, setPolicies] = useState<readonly Reference[]>([]);
  return (
    <NamedList
      type="role"
      title={t('roles')}
      about={abouts('roles')}
      list={listRoles}
      fields="policies"
      icon={ShieldCheck}
      empty={[t('noRoles'), t('noRolesText')]}
      columns={[
        {
          key: 'policies',
          title: t('policies'),
          width: 'minmax(0, 2fr)',
          cell: ({ policies: own = [] }) => own.map(nameOf).join(', '),
        },
      ]}
      add={t('addRole')}
      create={async (made) => {
        if (policies.length === 0) throw new Error(t('policiesNeeded'));
        const role = await cairn.call(createRole, {
          body: { ...made, policies: policies.map(({ name = '' }) => name) },
        });
        return role.fullyQualifiedName ?? role.name;
      }}
      form={<FoundMultiSelect label={t('policies')} type="policy" required chosen={policies} change={setPolicies} />}
    />
  );
}

export function PoliciesPage() {
  const t = useWords(accessWords);
  const abouts = useWords(settingAbouts);
  const rule = useRule(NEW_RULE, []);
  return (
    <NamedList
      type="policy"
      title={t('policies')}
      about={abouts('policies')}
      list={listPolicies}
      icon={KeyRound}
      empty={[t('noPolicies'), t('noPoliciesText')]}
      columns={[
        {
          key: 'rules',
          title: t('rules'),
          width: '80px',
          align: 'end',
          sort: ({ rules }) => rules.length,
          cell: ({ rules }) => formatNumber(rules.length),
        },
      ]}
      add={t('addPolicy')}
      create={async (made) => {
        const first = rule.whole();
        if (!first) throw new Error(t('lastRule'));
        const policy = await cairn.call(createPolicy, { body: { ...made, rules: [first] } });
        return policy.fullyQualifiedName ?? policy.name;
      }}
      form={<RuleFields form={rule} />}
    />
  );
}
