import { defineWords } from './define-words.js';

export const settingsWords = defineWords('settings', {
  settings: 'Settings',
  find: 'Find a setting',
  nothing: 'No setting matches “{{text}}”',
  people: 'People',
  access: 'Access',
  governance: 'Governance',
  notifications: 'Notifications',
  preferences: 'Preferences',
  applications: 'Applications',
  appearance: 'Appearance',
  appearanceAbout: 'Light or dark theme, and the density of lists. Saved in this browser.',
  theme: 'Theme',
  density: 'Density of lists',
  comfortable: 'Comfortable',
  dense: 'Dense',
});
