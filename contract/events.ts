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

/** Kinds of events about conversations; their entity type is `THREAD`. */
export const threadEventTypes = [
  'threadCreated',
  'threadUpdated',
  'postCreated',
  'postUpdated',
  'taskResolved',
  'taskClosed',
] as const satisfies readonly EventType[];

export type ThreadEventType = (typeof threadEventTypes)[number];

/** compat: the entity type of events about conversations, which are no entities. */
export const THREAD = 'THREAD';
