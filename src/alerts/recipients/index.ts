export type { Recipient, RecipientQuery, ResolveRecipients } from './recipient.js';
export { resolveRecipients } from './resolve-recipients.js';
