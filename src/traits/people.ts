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
  liveOnly: true,
  inWrites: true,
  operation: 'EditReviewers',
});

/** Users who know the entity best; inherited by subdomains, and by data products from their domains. */
export const experts = link({
  field: 'experts',
  kind: 'knows',
  end: 'to',
  inherited: true,
  through: RELATION.hasDomain,
  liveOnly: true,
  inWrites: true,
  operation: 'EditAll',
});
