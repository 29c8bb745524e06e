import { Settings } from 'lucide-react';
import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { settingsWords } from '../../words/settings.js';

const t = say(settingsWords);

export const routes: readonly PageRoute[] = [
  {
    path: 'settings',
    page: () => import('./settings-page.js').then((m) => m.SettingsPage),
    title: () => t('settings'),
    nav: { section: 'top', icon: Settings, order: 90, key: 's' },
  },
  {
    path: 'settings/preferences/appearance',
    page: () => import('./appearance-page.js').then((m) => m.AppearancePage),
    title: () => t('appearance'),
    setting: { group: 'preferences', about: () => t('appearanceAbout') },
  },
];
