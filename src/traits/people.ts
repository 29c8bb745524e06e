// People named on an entity beside its owners.
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

/** Users who know it best. Create requests name them. */
export const experts = link({
  field: 'experts',
  kind: 'knows',
  end: 'to',
  inWrites: true,
  operation: 'EditAll',
});
