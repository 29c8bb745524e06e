import { chatCardBody } from '../messages/index.js';
import { chat } from './chat.js';

export const gChat = chat('GChat', chatCardBody);
