export type { Addressed, Recipient, ResolveRecipients } from './recipient.js';
export { createRecipients, eventFor, type RecipientDeps } from './resolve-recipients.js';
