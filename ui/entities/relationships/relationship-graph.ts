import type { SearchEntityRelationshipResult } from 'cairn/contract';
import { addressOf } from '../../data/addresses/addresses.js';
import { containersOfFqn } from '../../data/addresses/fqn.js';
import type { GraphEdge, GraphNode } from '../../kit/graph/graph.js';
import { nameOf } from '../fields/values.js';

interface Ends {
  entity: { fullyQualifiedName: string };
  relatedEntity: { fullyQualifiedName: string };
  columns?: readonly { columnFQN: string; relatedColumnFQN: string }[];
}
type Named = Parameters<typeof nameOf>[0];

/** The tables that keys connect, and the columns by which each refers to another; `center` is what the graph is about. */
export function graphOf(
  { nodes = {}, upstreamEdges = {}, downstreamEdges = {} }: SearchEntityRelationshipResult,
  center?: string,
): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const all = new Map<string, Ends>(
    [upstreamEdges, downstreamEdges].flatMap((edges) => Object.entries(edges as Record<string, Ends>)),
  );
  const edges = [...all.values()].map(({ entity, relatedEntity, columns = [] }) => ({
    from: entity.fullyQualifiedName,
    to: relatedEntity.fullyQualifiedName,
    label: columns.map(({ columnFQN }) => columnFQN.slice(entity.fullyQualifiedName.length + 1)).join(', '),
  }));
  const connected = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const shown = Object.entries(nodes as Record<string, { entity: Named }>)
    .filter(([fqn]) => connected.has(fqn))
    .map(([fqn, { entity }]) => ({
      key: fqn,
      label: nameOf(entity),
      note: containersOfFqn(fqn).at(-1) ?? '',
      to: addressOf('table', fqn),
      isCenter: fqn === center,
    }));
  return { nodes: shown, edges };
}
