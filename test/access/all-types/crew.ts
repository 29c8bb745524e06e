// People, nested teams, roles and their policies, which random policy sets fill anew.
import type { Body } from '../../contract/fixtures/index.js';
import type { Answer, ContractApp } from '../../contract/support/contract-app.js';
import { type RandomPerson, type RandomRule, ROLES, TEAMS } from './random-policies.js';

const PARENTS: Readonly<Record<string, readonly string[]>> = {
  deck: ['fleet'],
  pier: ['fleet', 'shore'],
  crow: ['deck'],
};
const DEFAULT_ROLES: Readonly<Record<string, string>> = { fleet: 'mate', deck: 'smith', pier: 'pilot', crow: 'cook' };

export interface Sailor {
  name: string;
  id: string;
  ask(path: string): Promise<Answer>;
}

export interface Crew {
  /** How many policies a batch has rules for. */
  policies: number;
  sailors: readonly Sailor[];
  /** References to users and teams that own and review. */
  owners: readonly Body[];
  /** Replaces the rules of all policies. */
  rule(rules: readonly (readonly RandomRule[])[]): Promise<void>;
  /** Gives each sailor other teams, roles and domains. */
  move(people: readonly RandomPerson[], domains: readonly string[]): Promise<void>;
}

export async function makeCrew(app: ContractApp, size: number): Promise<Crew> {
  const send = async (method: string, path: string, body: unknown): Promise<Body> => {
    const media = method === 'PATCH' ? 'application/json-patch+json' : 'application/json';
    const answer = await app.send(method, path, { body, headers: { 'content-type': media } });
    if (answer.status >= 300) throw new Error(`${method} ${path} → ${answer.text} for ${JSON.stringify(body)}`);
    return answer.body;
  };
  const nothing = [{ name: 'nothing', effect: 'allow', resources: ['table'], operations: ['Create'] }];
  await giveNothingToAll(app, send);
  const policies: string[] = [];
  const policy = async (name: string) => {
    policies.push(name);
    return (await send('POST', '/v1/policies', { name, rules: nothing })).id;
  };
  const roles = new Map<string, Body>();
  for (const name of ROLES) {
    await policy(`of role ${name}`);
    roles.set(name, await send('POST', '/v1/roles', { name, policies: [`of role ${name}`] }));
  }
  const teams = new Map<string, Body>();
  for (const name of TEAMS) {
    const role = roles.get(DEFAULT_ROLES[name] ?? '');
    const made = await send('POST', '/v1/teams', {
      name,
      teamType: name === 'pier' || name === 'crow' ? 'Group' : 'Department',
      parents: (PARENTS[name] ?? []).map((parent) => teams.get(parent)?.id),
      policies: [await policy(`of team ${name}`)],
      defaultRoles: role ? [role.id] : [],
    });
    teams.set(name, made);
  }
  const sailors: Sailor[] = [];
  for (let n = 0; n < size; n++) sailors.push(await sailor(`sailor${n}`, app, send));
  const ref = (type: string) => (one: Body | undefined) => ({ id: one?.id, type });
  const owners = [...sailors.map(ref('user')), ...[...teams.values()].map(ref('team'))];
  return {
    policies: policies.length,
    sailors,
    owners,
    async rule(rules) {
      for (const [i, name] of policies.entries())
        await send('PUT', '/v1/policies', {
          name,
          rules: rules[i]?.map((rule, n) => ({ name: `rule ${n}`, ...rule })),
        });
    },
    async move(people, domains) {
      for (const [i, person] of people.entries())
        await send('PATCH', `/v1/users/${sailors[i]?.id}`, [
          { op: 'add', path: '/teams', value: person.teams.map((n) => ref('team')(teams.get(TEAMS[n] ?? ''))) },
          { op: 'add', path: '/roles', value: person.roles.map((n) => ref('role')(roles.get(ROLES[n] ?? ''))) },
          { op: 'add', path: '/domains', value: person.domains.map((n) => ({ id: domains[n], type: 'domain' })) },
        ]);
    },
  };
}

type Send = (method: string, path: string, body: unknown) => Promise<Body>;

/** Otherwise everybody sees everything, whatever a set says. */
async function giveNothingToAll(app: ContractApp, send: Send): Promise<void> {
  const { body } = await app.send('GET', '/v1/teams/name/Organization?fields=policies,defaultRoles');
  await send('PATCH', `/v1/teams/${body.id}`, [
    { op: 'add', path: '/policies', value: [] },
    { op: 'add', path: '/defaultRoles', value: [] },
  ]);
}

async function sailor(name: string, app: ContractApp, send: Send): Promise<Sailor> {
  const { id } = await send('POST', '/v1/users', { name, email: `${name}@example.com` });
  const token = await app.tokenOf(name);
  return { name, id, ask: (path) => app.send('GET', path, { token }) };
}
