import { defineWords } from '../define-words.js';

/** What the pages of people and rights are called: loaded with every page, unlike the rest of their texts. */
export const peopleTitles = defineWords('peopleTitles', {
  user: 'User',
  users: 'Users',
  admins: 'Administrators',
  online: 'Online users',
  team: 'Team',
  teams: 'Teams',
  persona: 'Persona',
  personas: 'Personas',
  bot: 'Bot',
  bots: 'Bots',
  addUser: 'New user',
  addBot: 'New bot',
  role: 'Role',
  roles: 'Roles',
  policy: 'Policy',
  policies: 'Policies',
  debugger: 'Permission debugger',
  audit: 'Audit log',
  secretReads: 'Reads of secrets',
});
