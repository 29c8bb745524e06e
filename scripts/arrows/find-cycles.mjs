/**
 * The cycles of a graph given as `Map<node, node[]>`: one entry for each group of nodes that reach each other
 * (Tarjan's strongly connected components with more than one node, or one that points at itself).
 */
export function findCycles(edges) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const cycles = [];
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return cycles;

  function visit(node) {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1 || edges.get(node)?.includes(node)) cycles.push(group);
  }
}
