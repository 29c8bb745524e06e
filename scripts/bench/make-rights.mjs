// Many users and policies: nested teams, default roles, and policies with conditions on both.
const TEAMS = 100;
const ROLES = 100;
const AT_ONCE = 8;
const TYPES = ['table', 'topic', 'dashboard', 'pipeline', 'container', 'all'];

export const readerName = (i) => `reader-${String(i).padStart(5, '0')}`;

/** `policies` policies, half on teams and half on roles; each user is in one or two teams and has one or two roles. */
export async function fillRights({ url, token }, { users, policies }) {
  const send = sender(url, token);
  const ofTeams = Math.floor(policies / 2);
  const policyName = (i) => `policy-${i}`;
  await inTurns(policies, (i) => send('PUT', 'policies', { name: policyName(i), rules: rulesOf(i) }));
  const roles = await inTurns(ROLES, (i) =>
    send('PUT', 'roles', { name: `role-${i}`, policies: spread(i, ofTeams, policies, ROLES).map(policyName) }),
  );
  const policyIds = (await send('GET', 'policies?limit=1000')).data;
  const idOf = new Map(policyIds.map(({ name, id }) => [name, id]));
  const teams = [];
  for (let i = 0; i < TEAMS; i++)
    teams.push(
      await send('PUT', 'teams', {
        name: `team-${i}`,
        teamType: 'Department',
        // Trees of ten: each team but the first lies in an earlier one, some in two.
        parents:
          i % 10 === 0
            ? []
            : [teams[i - 1 - (i % 3 === 0 ? 1 : 0)], i % 7 === 0 ? teams[i - (i % 10)] : null]
                .filter(Boolean)
                .map(({ id }) => id),
        policies: spread(i, 0, ofTeams, TEAMS).map((n) => idOf.get(policyName(n))),
        defaultRoles: i % 5 === 0 ? [roles[i % ROLES].id] : [],
      }),
    );
  await inTurns(users, (i) =>
    send('PUT', 'users', {
      name: readerName(i),
      email: `${readerName(i)}@example.com`,
      teams: [...new Set([i % TEAMS, (i * 7) % TEAMS])].slice(0, 1 + (i % 2)).map((n) => teams[n].id),
      roles: [...new Set([i % ROLES, (i * 13) % ROLES])].slice(0, 1 + (i % 2)).map((n) => roles[n].id),
    }),
  );
}

/** Every `step`th number between two, from the `first` on. */
function spread(first, from, to, step) {
  const numbers = [];
  for (let n = from + first; n < to; n += step) numbers.push(n);
  return numbers.length > 0 ? numbers : [from];
}

function rulesOf(i) {
  const conditions = ['isOwner()', 'noOwner()', "matchAnyTag('Bench.Raw')", '!isOwner() && hasDomain()', 'matchTeam()'];
  const condition = conditions[i % conditions.length];
  const rule = (name, effect, operations, more = {}) => ({
    name,
    effect,
    operations,
    resources: [TYPES[i % TYPES.length]],
    ...more,
  });
  return [
    rule('view', 'allow', ['ViewAll']),
    rule('edit', 'allow', ['EditAll'], { condition }),
    rule('keep', 'deny', ['Delete', 'EditOwners'], { condition: "matchAnyTag('Bench.Gold')" }),
    ...(i % 10 === 0
      ? [rule('hide', 'deny', ['ViewAll'], { condition: "matchAllTags('Bench.Retired', 'Bench.Raw') && !isOwner()" })]
      : []),
  ];
}

/** Runs `work` for each number, some at once; resolves to what they resolve to, in order. */
async function inTurns(count, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const i = next++;
      results[i] = await work(i);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

function sender(url, token) {
  return async (method, path, body) => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  };
}
