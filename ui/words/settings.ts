import { defineWords } from './define-words.js';

export const settingsWords = defineWords('settings', {
  settings: 'Settings',
  find: 'Find a setting',
  nothing: 'No setting has “{{text}}” in its name or description',
  people: 'People',
  access: 'Access',
  governance: 'Governance',
  notifications: 'Notifications',
  preferences: 'Preferences',
  applications: 'Applications',
  appearance: 'Appearance',
  appearanceAbout: 'Light or dark, and how dense lists are. Kept in this browser.',
  theme: 'Theme',
  density: 'Rows of lists',
  comfortable: 'Comfortable',
  dense: 'Dense',
});
