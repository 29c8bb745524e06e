// People and rights: types whose pages belong to this folder.
import type { Bot as BotEntity, Persona, Policy, Role, Team, User } from 'cairn/contract';
import { Bot, KeyRound, ShieldCheck, UserRound, UsersRound } from 'lucide-react';
import { defineEntityPage } from '../../entities/entity-page.js';
import { ReferenceChips } from '../../entities/fields/chips.js';
import type { Reference } from '../../entities/fields/values.js';
import { say } from '../../words/define-words.js';
import { formatAgo } from '../../words/format.js';
import { accessWords } from '../../words/people/access.js';
import { peopleWords } from '../../words/people/people.js';
import { tokensWords } from '../../words/people/tokens.js';

const t = say(peopleWords);
const tokens = say(tokensWords);
const access = say(accessWords);

/** Members of the frame that none of these types has. */
const LACKS = ['tags', 'votes', 'followers', 'dataProducts', 'extension', 'certification'];

function chips(references: readonly Reference[] | undefined) {
  if (!references || references.length === 0) return undefined;
  return <ReferenceChips references={references} />;
}

const assets = {
  key: 'assets',
  title: () => t('assets'),
  page: () => import('./members/assets-tab.js').then((m) => m.AssetsTab),
};

const userType = defineEntityPage<User>({
  type: 'user',
  icon: UserRound,
  title: () => t('user'),
  plural: () => t('users'),
  path: '/v1/users',
  words: ['users'],
  fields: ['teams', 'roles', 'inheritedRoles', 'personas', 'defaultPersona', 'lastActivityTime'],
  lacks: ['owners', ...LACKS],
  tabs: [
    { ...assets, key: 'mydata', title: () => t('mydata') },
    {
      key: 'following',
      title: () => t('following'),
      page: () => import('./members/following-tab.js').then((m) => m.FollowingTab),
    },
    {
      key: 'task',
      title: () => t('task'),
      page: () => import('./members/tasks-tab.js').then((m) => m.TasksTab),
    },
    {
      key: 'access-token',
      title: () => tokens('signIn'),
      shown: ({ isBot }) => isBot !== true,
      page: () => import('./tokens/my-tokens.js').then((m) => m.MyTokens),
    },
    {
      key: 'permissions',
      title: () => t('permissions'),
      page: () => import('./members/permissions-tab.js').then((m) => m.PermissionsTab),
    },
  ],
  facts: [
    { label: () => t('email'), value: ({ email }) => email },
    { label: () => t('teams'), value: ({ teams }) => chips(teams) },
    { label: () => t('roles'), value: ({ roles }) => chips(roles) },
    {
      label: () => t('personas'),
      value: ({ personas = [], inheritedPersonas = [] }) => chips([...personas, ...inheritedPersonas]),
    },
    { label: () => t('admin'), value: ({ isAdmin }) => (isAdmin ? t('yes') : undefined) },
    { label: () => t('lastActive'), value: ({ lastActivityTime: at }) => (at ? formatAgo(at) : undefined) },
  ],
});

const teamType = defineEntityPage<Team>({
  type: 'team',
  icon: UsersRound,
  title: () => t('team'),
  plural: () => t('teams'),
  path: '/v1/teams',
  words: ['settings/members/teams'],
  fields: ['defaultRoles', 'inheritedRoles', 'policies', 'parents', 'childrenCount', 'userCount'],
  lacks: LACKS,
  tabs: [
    {
      key: 'teams',
      title: () => t('subteams'),
      count: ({ childrenCount }) => childrenCount,
      shown: ({ teamType }) => teamType !== 'Group',
      page: () => import('./members/subteams-tab.js').then((m) => m.SubteamsTab),
    },
    {
      key: 'users',
      title: () => t('members'),
      count: ({ userCount }) => userCount,
      page: () => import('./members/team-members-tab.js').then((m) => m.TeamMembersTab),
    },
    assets,
    {
      key: 'roles',
      title: () => t('permissions'),
      page: () => import('./members/team-rights-tab.js').then((m) => m.TeamRightsTab),
    },
  ],
  facts: [
    { label: () => t('teamType'), value: ({ teamType = 'Group' }) => t(`teamType.${teamType}`) },
    { label: () => t('parents'), value: ({ parents }) => chips(parents) },
    { label: () => t('email'), value: ({ email }) => email },
    {
      label: () => t('joinable'),
      value: ({ isJoinable }) => (isJoinable ? t('yes') : undefined),
      choice: {
        field: 'isJoinable',
        options: () => [
          [true, t('yes')],
          [false, t('no')],
        ],
      },
    },
  ],
});

const personaType = defineEntityPage<Persona>({
  type: 'persona',
  icon: UserRound,
  title: () => t('persona'),
  plural: () => t('personas'),
  path: '/v1/personas',
  words: ['settings/persona'],
  fields: ['users'],
  lacks: ['owners', ...LACKS],
  tabs: [
    {
      key: 'users',
      title: () => t('members'),
      count: ({ users }) => users?.length,
      page: () => import('./members/persona-tab.js').then((m) => m.PersonaTab),
    },
    {
      key: 'context',
      title: () => t('context'),
      page: () => import('./members/context-tab.js').then((m) => m.ContextTab),
    },
  ],
  facts: [],
});

const botType = defineEntityPage<BotEntity>({
  type: 'bot',
  icon: Bot,
  title: () => tokens('bot'),
  plural: () => tokens('bots'),
  path: '/v1/bots',
  words: ['bots'],
  fields: [],
  lacks: ['owners', ...LACKS],
  tabs: [
    {
      key: 'token',
      title: () => tokens('token'),
      page: () => import('./tokens/bot-token.js').then((m) => m.BotToken),
    },
  ],
  facts: [],
});

const roleType = defineEntityPage<Role>({
  type: 'role',
  icon: ShieldCheck,
  title: () => access('role'),
  plural: () => access('roles'),
  path: '/v1/roles',
  words: ['settings/access/roles'],
  fields: ['policies', 'teams', 'users'],
  lacks: ['owners', ...LACKS],
  tabs: [
    {
      key: 'policies',
      title: () => access('policies'),
      count: ({ policies }) => policies?.length,
      page: () => import('./access/role-tabs.js').then((m) => m.RolePoliciesTab),
    },
    {
      key: 'teams',
      title: () => t('teams'),
      count: ({ teams }) => teams?.length,
      page: () => import('./access/role-tabs.js').then((m) => m.HoldersTab),
    },
    {
      key: 'users',
      title: () => t('users'),
      count: ({ users }) => users?.length,
      page: () => import('./access/role-tabs.js').then((m) => m.RoleUsersTab),
    },
  ],
  facts: [],
});

const policyType = defineEntityPage<Policy>({
  type: 'policy',
  icon: KeyRound,
  title: () => access('policy'),
  plural: () => access('policies'),
  path: '/v1/policies',
  words: ['settings/access/policies'],
  fields: ['roles', 'teams'],
  lacks: LACKS,
  tabs: [
    {
      key: 'rules',
      title: () => access('rules'),
      count: ({ rules }) => rules.length,
      page: () => import('./access/rules-tab.js').then((m) => m.RulesTab),
    },
    {
      key: 'roles',
      title: () => access('roles'),
      count: ({ roles }) => roles?.length,
      page: () => import('./access/role-tabs.js').then((m) => m.PolicyRolesTab),
    },
    {
      key: 'teams',
      title: () => t('teams'),
      count: ({ teams }) => teams?.length,
      page: () => import('./access/role-tabs.js').then((m) => m.HoldersTab),
    },
  ],
  facts: [{ label: () => access('enabled'), value: ({ enabled }) => (enabled === false ? access('off') : undefined) }],
});

export const peopleTypes = {
  user: userType,
  team: teamType,
  persona: personaType,
  bot: botType,
  role: roleType,
  policy: policyType,
};
