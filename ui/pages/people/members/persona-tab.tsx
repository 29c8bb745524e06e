import type { EntityView } from '../../../entities/entity-page.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people/people.js';
import { ReferencesPanel } from '../parts/references-panel.js';

export function PersonaTab(view: EntityView) {
  const t = useWords(peopleWords);
  return <ReferencesPanel view={view} field="users" title={t('usersOfPersona')} of="user" />;
}
