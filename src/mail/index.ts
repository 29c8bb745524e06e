export {
  type CreateMailOptions,
  createMail,
  type Mail,
  type MailToSend,
  NOT_CONFIGURED,
  type SendLimits,
  type SendMail,
} from './create-mail.js';
export { productName } from './mail-settings.js';
export {
  type Block,
  bold,
  cutText,
  type Inline,
  linked,
  type Message,
  paragraph,
  plain,
  safeHref,
} from './message.js';
export { pageAddress } from './page-address.js';
export { escapeHtml, type MailText, renderBlocks, renderMail } from './render-mail.js';
