/** Teams of the people of the sample catalog. Pure data, in creation order. */
import type { DemoBatch } from './demo-catalog.js';

/** The group that builds what reports are made of. The administrator, as whom people try the sample, is in it. */
export const ANALYTICS = 'analytics';

const DATA = 'data';

export function demoTeams(): DemoBatch[] {
  const users = (...names: string[]) => names.map((name) => ({ type: 'user', name }));
  const group = { teamType: 'Group' };
  const parents = [{ type: 'team', name: DATA }];
  return [
    {
      type: 'team',
      creates: [
        {
          name: DATA,
          displayName: 'Data',
          description: 'Keeps the data of the shop in order.',
          teamType: 'Department',
        },
      ],
    },
    {
      type: 'team',
      creates: [
        {
          ...group,
          name: ANALYTICS,
          displayName: 'Analytics',
          description: 'Builds what reports are made of.',
          parents,
          users: users('lena', 'maria', 'admin'),
        },
        {
          ...group,
          name: 'warehouse',
          displayName: 'Warehouse',
          description: 'Loads the data of the shop each night.',
          parents,
          users: users('jonas', 'samir', 'tom'),
        },
        {
          ...group,
          name: 'accounting',
          displayName: 'Accounting',
          description: 'Keeps the books and closes each month.',
          users: users('aiko'),
        },
      ],
    },
  ];
}
