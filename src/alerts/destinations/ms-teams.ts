import { adaptiveCardBody } from '../messages/index.js';
import { chat } from './chat.js';

export const msTeams = chat('MsTeams', adaptiveCardBody);
