// Kinds of change events, in the order of the interface. The shape of an event is `ChangeEvent` in types.ts.

export const eventTypes = [
  'entityCreated',
  'entityUpdated',
  'entityFieldsChanged',
  'entityNoChange',
  'entitySoftDeleted',
  'entityDeleted',
  'entityRestored',
  'threadCreated',
  'threadUpdated',
  'postCreated',
  'postUpdated',
  'taskCreated',
  'taskUpdated',
  'taskResolved',
  'taskClosed',
  'logicalTestCaseAdded',
  'suggestionCreated',
  'suggestionUpdated',
  'suggestionAccepted',
  'suggestionRejected',
  'suggestionDeleted',
  'userLogin',
  'userLogout',
  'entityLineageAdded',
  'entityLineageDeleted',
  'entityLineageUpdated',
] as const;

export type EventType = (typeof eventTypes)[number];

export const isEventType = (name: string): name is EventType => eventTypes.some((type) => type === name);
