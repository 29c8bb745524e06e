export type { EventLag, EventQuery, EventRow, PlacedEventRow } from '../storage/index.js';
export { appendEvents, createEventLog, createEventRetention, type EventJob, type EventLog } from './event-log.js';
export type { EventReader, ReaderDeps, ReaderScope } from './event-reader.js';
export { createEventTail, type EventTail, type TailDeps } from './event-tail.js';
export { beginReaders, type ReaderRun, readerJob, readerJobName } from './run-reader.js';
export { EVENTS_CHANNEL, placeAll, type Sequencer, type SequencerDeps, startSequencer } from './sequencer.js';
