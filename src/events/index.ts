export type { EventLag, EventQuery, EventRow, PlacedEventRow } from '../storage/index.js';
export { appendEvents, createEventLog, createEventRetention, type EventJob, type EventLog } from './event-log.js';
export type { EventReader, EverywhereReader, OnceReader, ReaderDeps, ReaderScope } from './event-reader.js';
export { createPulse, type Pulse, type PulseOptions } from './pulse.js';
export { createReaderLags, type ReaderLag, type ReaderLags } from './reader-lags.js';
export { beginReaders, onceReaderJob, type ReaderRun, readerJob, startEverywhereReader } from './run-reader.js';
export { placeAll, type Sequencer, type SequencerDeps, startSequencer } from './sequencer.js';
