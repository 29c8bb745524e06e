import type { EntityView } from '../../../entities/entity-page.js';
import { useWords } from '../../../words/define-words.js';
import { accessWords } from '../../../words/people/access.js';
import { ReferencesPanel } from '../parts/references-panel.js';

export function RolePoliciesTab(view: EntityView) {
  const t = useWords(accessWords);
  return (
    <ReferencesPanel
      view={view}
      field="policies"
      title={t('policiesOfRole')}
      about={t('policiesOfRoleText')}
      of="policy"
    />
  );
}

export function RoleUsersTab(view: EntityView) {
  const t = useWords(accessWords);
  return <ReferencesPanel view={view} field="users" title={t('usersWith')} about={t('usersWithText')} />;
}

export function PolicyRolesTab(view: EntityView) {
  const t = useWords(accessWords);
  return <ReferencesPanel view={view} field="roles" title={t('rolesOfPolicy')} about={t('rolesOfPolicyText')} />;
}

export function HoldersTab(view: EntityView) {
  const t = useWords(accessWords);
  return <ReferencesPanel view={view} field="teams" title={t('teamsWith')} about={t('teamsWithText')} />;
}
