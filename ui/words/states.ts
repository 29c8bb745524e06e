import { defineWords } from './define-words.js';

export const stateWords = defineWords('states', {
  loading: 'Loading',
  failed: 'This did not work',
  unreachable: 'The server cannot be reached. Check the connection, then try again.',
  notFound: 'There is nothing here',
  notFoundText: 'It may have been moved or deleted, or you are not allowed to see it.',
  forbidden: 'You are not allowed to see this',
  forbiddenNeeds: 'It requires {{right}} on {{resource}}, which an administrator can grant.',
  forbiddenText: 'Ask an administrator for access.',
  noRight: 'You need {{right}} on {{resource}} for this.',
  retry: 'Try again',
  retryIn_one: 'Trying again in {{count}} second',
  retryIn_other: 'Trying again in {{count}} seconds',
  requestId: 'Request {{id}}',
  goHome: 'Go to My data',
  goExplore: 'Explore the catalog',
  deleted: 'Deleted. It can be restored with everything in it.',
  restore: 'Restore',
  changedBy: 'Changed by {{name}}',
  show: 'Show',
  none: 'None',
});
