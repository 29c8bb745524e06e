import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { peopleTitles } from '../../words/people/people-titles.js';
import { aboutSetting } from '../../words/settings/setting-about.js';

const t = say(peopleTitles);

const lists: readonly PageRoute[] = [
  {
    path: 'settings/members/teams',
    page: () => import('./members/teams-page.js').then((m) => m.TeamsPage),
    title: () => t('teams'),
    setting: { group: 'people', ...aboutSetting('teams') },
  },
  {
    path: 'settings/members/users',
    page: () => import('./members/users-page.js').then((m) => m.UsersPage),
    title: () => t('users'),
    setting: { group: 'people', ...aboutSetting('users') },
  },
  {
    path: 'settings/members/admins',
    page: () => import('./members/users-page.js').then((m) => m.AdminsPage),
    title: () => t('admins'),
    setting: { group: 'people', ...aboutSetting('admins') },
  },
  {
    path: 'settings/members/online-users',
    page: () => import('./members/online-page.js').then((m) => m.OnlinePage),
    title: () => t('online'),
    setting: { group: 'people', ...aboutSetting('online'), adminOnly: true },
  },
  {
    path: 'settings/persona',
    page: () => import('./members/personas-page.js').then((m) => m.PersonasPage),
    title: () => t('personas'),
    setting: { group: 'people', ...aboutSetting('personas') },
  },
  {
    path: 'settings/bots',
    page: () => import('./tokens/bots-page.js').then((m) => m.BotsPage),
    title: () => t('bots'),
    setting: { group: 'access', ...aboutSetting('bots') },
  },
  {
    path: 'create-user',
    page: () => import('./members/create-user-page.js').then((m) => m.CreateUserPage),
    title: () => t('addUser'),
    needs: [['user', 'Create']],
  },
  {
    path: 'create-user/bot',
    page: () => import('./members/create-user-page.js').then((m) => m.CreateBotPage),
    title: () => t('addBot'),
    needs: [['bot', 'Create']],
  },
];

const rights: readonly PageRoute[] = [
  {
    path: 'settings/access/roles',
    page: () => import('./access/rights-page.js').then((m) => m.RolesPage),
    title: () => t('roles'),
    setting: { group: 'access', ...aboutSetting('roles') },
  },
  {
    path: 'settings/access/policies',
    page: () => import('./access/rights-page.js').then((m) => m.PoliciesPage),
    title: () => t('policies'),
    setting: { group: 'access', ...aboutSetting('policies') },
  },
  {
    path: 'settings/access/permission-debugger',
    page: () => import('./access/debugger-page.js').then((m) => m.DebuggerPage),
    title: () => t('debugger'),
    setting: { group: 'access', ...aboutSetting('debugger') },
  },
  {
    path: 'settings/access/audit-logs',
    page: () => import('./access/audit-page.js').then((m) => m.AuditPage),
    title: () => t('audit'),
    setting: { group: 'access', ...aboutSetting('audit'), adminOnly: true },
  },
  {
    path: 'settings/access/secret-reads',
    page: () => import('./access/secret-reads-page.js').then((m) => m.SecretReadsPage),
    title: () => t('secretReads'),
    setting: { group: 'access', ...aboutSetting('secretReads'), adminOnly: true },
  },
];

/** Types whose pages belong to this folder, and their addresses. */
const ENTITIES = [
  ['user', 'users'],
  ['team', 'settings/members/teams'],
  ['persona', 'settings/persona'],
  ['bot', 'bots'],
  ['role', 'settings/access/roles'],
  ['policy', 'settings/access/policies'],
] as const;

export const routes: readonly PageRoute[] = [
  ...lists,
  ...rights,
  ...ENTITIES.map(([type, path]) => ({
    path: `${path}/:name/*`,
    page: () => import('./entity-route.js').then(({ entityRoute }) => entityRoute(type)),
    title: () => t(type),
  })),
];
