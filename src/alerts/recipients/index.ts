export type { Recipient, RecipientQuery, ResolveRecipients } from './recipient.js';
export { createRecipients } from './resolve-recipients.js';
export { createShownTo, type ShownTo } from './shown-to.js';
