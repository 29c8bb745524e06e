export { adaptiveCardBody } from './adaptive-card.js';
export { chatCardBody } from './chat-card.js';
export {
  createDescriber,
  type Describer,
  type EventToDescribe,
  type StoredTemplates,
  type Surroundings,
} from './describer.js';
export { contextOf } from './event-context.js';
export { readHtml } from './read-html.js';
export { createRenderer, type Renderer, type TemplateTexts } from './render-message.js';
export { safeMailHtml } from './safe-mail-html.js';
export { slackBody } from './slack-body.js';
export { createStoredTemplates } from './stored-templates.js';
