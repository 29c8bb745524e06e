import type { EntityView } from '../../../entities/entity-page.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people/people.js';
import { ReferencesPanel } from '../parts/references-panel.js';
import classes from '../people.module.css';

/** What members of a team may do. */
export function TeamRightsTab(view: EntityView) {
  const t = useWords(peopleWords);
  return (
    <div className={classes.stack}>
      <ReferencesPanel
        view={view}
        field="defaultRoles"
        title={t('defaultRoles')}
        about={t('defaultRolesText')}
        right="EditRole"
        of="role"
      />
      <ReferencesPanel view={view} field="inheritedRoles" title={t('inheritedRoles')} />
      <ReferencesPanel
        view={view}
        field="policies"
        title={t('teamPolicies')}
        about={t('teamPoliciesText')}
        right="EditPolicy"
        of="policy"
      />
    </div>
  );
}
