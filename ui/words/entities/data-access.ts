import { defineWords } from '../define-words.js';

/** Requests for access to data. */
export const accessRequestWords = defineWords('accessRequests', {
  title: 'Data access requests',
  about:
    'Who asked for access to which data, and what became of it. Ask on the page of the data: “Request access to the data” in its menu.',
  find: 'Find by reason',
  state: 'State of the requests',
  'group.open': 'To decide',
  'group.active': 'In force',
  'group.closed': 'Ended',
  'group.all': 'All',
  is: 'State',
  data: 'Data',
  access: 'Access',
  who: 'Who',
  reason: 'Reason',
  until: 'Until',
  decidedBy: 'Decided by',
  anyAccess: 'Any access',
  mine: 'Only mine',
  none: 'No requests',
  noneText: 'Requests appear here when somebody asks for access on the page of a table, topic or file.',
  noneFound: 'No request matches these filters',
  explore: 'Explore the catalog',
  withPermission: '{{access}}, {{permission}}',
});
