// People referenced by an entity, other than its owners.
import { RELATION } from '../storage/index.js';
import { link } from './link.js';

/** Users and teams that review changes. */
export const reviewers = link({
  field: 'reviewers',
  kind: RELATION.reviews,
  end: 'to',
  textNames: 'users',
  inherited: true,
  inWrites: true,
  operation: 'EditReviewers',
});

/** Users who know the entity best. */
export const experts = link({
  field: 'experts',
  kind: 'knows',
  end: 'to',
  inWrites: true,
  operation: 'EditAll',
});
