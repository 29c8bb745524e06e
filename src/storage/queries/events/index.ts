export * from './audit-events.js';
export * from './event-cursors.js';
export * from './event-pieces.js';
export * from './event-text.js';
export * from './insert-events.js';
export * from './place-events.js';
export * from './read-events.js';
export * from './write-mark.js';
