// Each writer follows and leaves tables as one user, one request after the other, so what an answer may show of that user is known.

export function checkFollowers(operations) {
  const problems = [];
  const pairs = new Map();
  for (const operation of operations) {
    if (operation.kind !== 'follow') continue;
    const pair = `${operation.id} ${operation.user}`;
    pairs.set(pair, [...(pairs.get(pair) ?? []), operation]);
  }
  const users = new Set([...pairs.keys()].map((pair) => pair.split(' ')[1]));
  for (const operation of operations)
    for (const state of statesOf(operation)) {
      if (!state.followers) continue;
      for (const user of users) {
        const possible = possibleAt(pairs.get(`${state.id} ${user}`) ?? [], operation);
        const follows = state.followers.includes(user);
        if (!possible.has(follows))
          problems.push(`${operation.kind} of ${state.id}: ${user} ${follows ? 'follows' : 'does not follow'}`);
      }
    }
  return problems;
}

function statesOf({ kind, answer }) {
  if (!answer || (kind !== 'read' && kind !== 'list')) return [];
  return answer.states ?? [answer.state];
}

/** What may be shown between the beginning and the end of a request. A change without an answer may come at any time. */
function possibleAt(changes, { begun, ended }) {
  let possible = new Set([false]);
  for (const change of changes) {
    if (change.begun > ended) break;
    if (change.lost) return new Set([true, false]);
    if (change.status !== 200) continue;
    possible = change.ended < begun ? new Set([change.on]) : new Set([...possible, change.on]);
  }
  return possible;
}
