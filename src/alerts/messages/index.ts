export { createDescriber, readSurroundings, type StoredTemplates, surroundingsOf } from './describer.js';
export { contextOf } from './event-context.js';
export { readHtml } from './read-html.js';
export { createRenderer, type Renderer, type TemplateTexts } from './render-message.js';
export { safeMailHtml } from './safe-mail-html.js';
export { createStoredTemplates } from './stored-templates.js';
