import { Settings } from 'lucide-react';
import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { aboutSetting } from '../../words/setting-about.js';
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
  {
    path: 'settings/customProperties',
    page: () => import('./properties/types-page.js').then((m) => m.PropertyTypesPage),
    title: () => t('properties'),
    setting: { group: 'governance', ...aboutSetting('properties'), adminOnly: true },
  },
  {
    path: 'settings/customProperties/:types',
    page: () => import('./properties/properties-page.js').then((m) => m.PropertiesPage),
    title: () => t('properties'),
  },
  {
    path: 'settings/apps/:app?',
    page: () => import('./apps/apps-page.js').then((m) => m.AppsPage),
    title: () => t('apps'),
    setting: { group: 'applications', ...aboutSetting('apps'), adminOnly: true },
  },
  {
    path: 'settings/preferences/email',
    page: () => import('./forms/email-page.js').then((m) => m.EmailPage),
    title: () => t('email'),
    setting: { group: 'preferences', ...aboutSetting('email'), adminOnly: true },
  },
  {
    path: 'settings/preferences/om-url-config',
    page: () => import('./forms/form-pages.js').then((m) => m.UrlPage),
    title: () => t('url'),
    setting: { group: 'preferences', ...aboutSetting('url'), adminOnly: true },
  },
  {
    path: 'settings/preferences/loginConfiguration',
    page: () => import('./forms/form-pages.js').then((m) => m.LoginPage),
    title: () => t('login'),
    setting: { group: 'preferences', ...aboutSetting('login'), adminOnly: true },
  },
  {
    path: 'settings/preferences/search-settings',
    page: () => import('./search/search-page.js').then((m) => m.SearchSettingsPage),
    title: () => t('search'),
    setting: { group: 'preferences', ...aboutSetting('search'), adminOnly: true },
  },
  {
    path: 'settings/preferences/om-health',
    page: () => import('./forms/health-page.js').then((m) => m.HealthPage),
    title: () => t('health'),
    setting: { group: 'preferences', ...aboutSetting('health'), adminOnly: true },
  },
];
