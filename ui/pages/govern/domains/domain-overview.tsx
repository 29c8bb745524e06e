import type { EntityView } from '../../../entities/entity-page.js';
import { ReferenceField } from '../../../entities/fields/reference-field.js';
import { Panel } from '../../../kit/panel.js';
import { useWords } from '../../../words/define-words.js';
import { governWords } from '../../../words/govern.js';
import classes from '../govern.module.css';

/** Who knows about the domain. */
export function DomainOverview(view: EntityView) {
  return (
    <div className={classes.panels}>
      <People view={view} field="experts" />
    </div>
  );
}

export function ProductOverview(view: EntityView) {
  return (
    <div className={classes.panels}>
      <People view={view} field="experts" />
      <People view={view} field="reviewers" />
    </div>
  );
}

export function People({ view, field }: { view: EntityView; field: 'experts' | 'reviewers' }) {
  const t = useWords(governWords);
  const isExperts = field === 'experts';
  return (
    <Panel title={t(field)}>
      <ReferenceField
        view={view}
        field={field}
        right={isExperts ? 'EditAll' : 'EditReviewers'}
        label={t(isExperts ? 'editExperts' : 'editReviewers')}
        find={t(isExperts ? 'findPeople' : 'findReviewers')}
        none={t('nobody')}
        index={isExperts ? 'user' : 'user,team'}
      />
    </Panel>
  );
}
