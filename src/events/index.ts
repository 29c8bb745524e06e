export type { EventLag, EventQuery, EventRow, PlacedEventRow } from '../storage/index.js';
export {
  appendEvents,
  createEventLog,
  createEventRetention,
  createReaderCursor,
  createSequencer,
  type EventJob,
  type EventLog,
  type ReaderCursor,
} from './event-log.js';
export type { EventReader } from './event-reader.js';
