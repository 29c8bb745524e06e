export { adaptiveCardBody } from './adaptive-card.js';
export { chatCardBody } from './chat-card.js';
export { describeEvent, entityOf, type Surroundings } from './describe-event.js';
export { slackBody } from './slack-body.js';
