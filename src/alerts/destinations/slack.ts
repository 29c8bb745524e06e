import { slackBody } from '../messages/index.js';
import { chat } from './chat.js';

export const slack = chat('Slack', slackBody);
