export * from './activity.js';
export * from './addressees.js';
export * from './attachments.js';
export {
  countThreads,
  groupThreads,
  listThreads,
  type ThreadGroup,
  type ThreadPeople,
  type ThreadPlace,
  type ThreadQuery,
} from './list-threads.js';
export * from './posts.js';
export * from './reactions.js';
export {
  deleteEndedThreads,
  deleteThread,
  getThread,
  hasAnnouncement,
  insertThread,
  lockThread,
  nextNumber,
  type ThreadRow,
  threadOfTask,
  updateThread,
} from './threads.js';
