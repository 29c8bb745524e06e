import { Settings } from 'lucide-react';
import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { aboutSetting } from '../../words/settings/setting-about.js';
import { settingsWords } from '../../words/settings/settings.js';

const t = say(settingsWords);

type Name = Parameters<typeof t>[0] & Parameters<typeof aboutSetting>[0];
type Entry = [
  path: string,
  /** Of its title and of what the page of settings says of it. */
  name: Name,
  group: NonNullable<PageRoute['setting']>['group'],
  page: PageRoute['page'],
];

const properties = () => import('./properties/properties-page.js').then((m) => m.PropertiesPage);

/** Pages for administrators, below `/settings/`. */
const FOR_ADMINS: readonly Entry[] = [
  ['sso', 'sso', 'access', () => import('./forms/sign-on-page.js').then((m) => m.SignOnPage)],
  [
    'customProperties',
    'properties',
    'governance',
    () => import('./properties/types-page.js').then((m) => m.PropertyTypesPage),
  ],
  [
    'governance/glossary-term-relations',
    'relations',
    'governance',
    () => import('./relations/relations-page.js').then((m) => m.RelationsPage),
  ],
  [
    'governance/intake-forms',
    'intake',
    'governance',
    () => import('./intake/intake-page.js').then((m) => m.IntakePage),
  ],
  ['preferences/dataAssetRules', 'rules', 'governance', () => import('./rules/rules-page.js').then((m) => m.RulesPage)],
  [
    'governance/certification',
    'certification',
    'governance',
    () => import('./forms/form-pages.js').then((m) => m.CertificationPage),
  ],
  ['apps/:app?', 'apps', 'applications', () => import('./apps/apps-page.js').then((m) => m.AppsPage)],
  ['preferences/email', 'email', 'preferences', () => import('./forms/email-page.js').then((m) => m.EmailPage)],
  ['preferences/om-url-config', 'url', 'preferences', () => import('./forms/form-pages.js').then((m) => m.UrlPage)],
  [
    'preferences/loginConfiguration',
    'login',
    'preferences',
    () => import('./forms/form-pages.js').then((m) => m.LoginPage),
  ],
  [
    'preferences/search-settings',
    'search',
    'preferences',
    () => import('./search/search-page.js').then((m) => m.SearchSettingsPage),
  ],
  [
    'preferences/lineageConfig',
    'lineage',
    'preferences',
    () => import('./forms/form-pages.js').then((m) => m.LineagePage),
  ],
  [
    'preferences/profiler-configuration',
    'profiler',
    'preferences',
    () => import('./forms/profiler-page.js').then((m) => m.ProfilerPage),
  ],
  [
    'preferences/data-quality',
    'definitions',
    'preferences',
    () => import('./definitions/definitions-page.js').then((m) => m.DefinitionsPage),
  ],
  ['preferences/om-health', 'health', 'preferences', () => import('./forms/health-page.js').then((m) => m.HealthPage)],
];

export const routes: readonly PageRoute[] = [
  {
    path: 'settings/:category?',
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
  { path: 'settings/customProperties/:types', page: properties, title: () => t('properties') },
  ...FOR_ADMINS.map(([path, name, group, page]) => ({
    path: `settings/${path}`,
    page,
    title: () => t(name),
    setting: { group, ...aboutSetting(name), adminOnly: true },
  })),
];
