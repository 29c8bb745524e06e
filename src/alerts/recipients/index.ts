export type { Recipient, RecipientQuery, ResolveRecipients } from './recipient.js';
export { createRecipients, eventFor, type RecipientDeps } from './resolve-recipients.js';
