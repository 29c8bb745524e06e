// Where the nodes of a directed graph go: in columns, so that edges lead from left to right and cross little. Pure.

export interface Edge {
  from: string;
  to: string;
}

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  /** The upper left corner of each node. */
  nodes: ReadonlyMap<string, Point>;
  /** For each edge, in their order, the points that it passes: the side of a node, gaps of columns between, the side of a node. */
  edges: readonly (readonly Point[])[];
  width: number;
  height: number;
}

interface Sizes {
  width: number;
  height: number;
  /** Between columns, and between nodes of a column. */
  gap: Point;
}

const SWEEPS = 6;
/** Height of the lane that an edge takes in a column which it passes. */
const LANE = 16;

/**
 * Lays out a graph in layers: cycles are cut, each node comes behind all that lead to it, edges that pass columns get a
 * lane of their own there, and each column is ordered by the middle of what its nodes are connected with (Sugiyama).
 * Edges from a node to itself get no points.
 */
export function layOut(keys: readonly string[], given: readonly Edge[], { width, height, gap }: Sizes): Layout {
  const known = new Set(keys);
  const edges = given.map((edge) =>
    known.has(edge.from) && known.has(edge.to) && edge.from !== edge.to ? edge : null,
  );
  const level = levelsOf(
    keys,
    edges.filter((edge) => edge !== null),
  );
  const columns: string[][] = [];
  const put = (key: string, at: number) => {
    columns[at] ??= [];
    columns[at].push(key);
  };
  for (const key of keys) put(key, level.get(key) ?? 0);
  const paths = edges.map((edge, i) => (edge ? pathOf(edge, i, level, put) : []));
  order(columns, paths);
  const heightOf = (key: string) => (known.has(key) ? height : LANE);
  const heights = columns.map((column) => column.reduce((sum, key) => sum + heightOf(key) + gap.y, -gap.y));
  const highest = Math.max(0, ...heights);
  const corners = new Map<string, Point>();
  for (const [i, column] of columns.entries()) {
    let y = (highest - (heights[i] ?? 0)) / 2;
    for (const key of column) {
      corners.set(key, { x: i * (width + gap.x), y });
      y += heightOf(key) + gap.y;
    }
  }
  return {
    nodes: new Map(keys.map((key) => [key, corners.get(key) ?? { x: 0, y: 0 }])),
    edges: paths.map((path) => pointsOf(path, corners, { width, heightOf })),
    width: Math.max(0, columns.length * (width + gap.x) - gap.x),
    height: highest,
  };
}

/** The column of each node: behind all that lead to it. Edges that close a cycle do not count. */
function levelsOf(keys: readonly string[], edges: readonly Edge[]): Map<string, number> {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) addTo(next, from, to);
  const ordered = behindFirst(keys, next).reverse();
  const place = new Map(ordered.map((key, at) => [key, at]));
  const level = new Map<string, number>();
  for (const [at, key] of ordered.entries()) {
    const own = level.get(key) ?? 0;
    level.set(key, own);
    for (const to of next.get(key) ?? [])
      if ((place.get(to) ?? 0) > at) level.set(to, Math.max(level.get(to) ?? 0, own + 1));
  }
  return level;
}

/** Nodes, each behind those that it leads to, as far as there is no cycle; without recursion, as paths may be long. */
function behindFirst(keys: readonly string[], next: ReadonlyMap<string, readonly string[]>): string[] {
  const done: string[] = [];
  const seen = new Set<string>();
  for (const start of keys) {
    if (seen.has(start)) continue;
    seen.add(start);
    const stack = [{ key: start, rest: [...(next.get(start) ?? [])] }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const to = top.rest.pop();
      if (to === undefined) {
        done.push(top.key);
        stack.pop();
      } else if (!seen.has(to)) {
        seen.add(to);
        stack.push({ key: to, rest: [...(next.get(to) ?? [])] });
      }
    }
  }
  return done;
}

/** The keys of an edge from left to right: a node, a lane in each column between, a node. */
function pathOf(
  { from, to }: Edge,
  index: number,
  level: ReadonlyMap<string, number>,
  put: (key: string, level: number) => void,
): string[] {
  const [start, end] = [level.get(from) ?? 0, level.get(to) ?? 0];
  const path = [from];
  const step = Math.sign(end - start);
  for (let at = start + step; step !== 0 && at !== end; at += step) {
    const lane = `${index} ${at}`;
    put(lane, at);
    path.push(lane);
  }
  return [...path, to];
}

/** Orders each column by the middle of the neighbours in the column before it, then of those behind it, several times. */
function order(columns: string[][], paths: readonly (readonly string[])[]): void {
  const neighbours = new Map<string, string[]>();
  for (const path of paths)
    for (let i = 1; i < path.length; i++) {
      const [one = '', other = ''] = [path[i - 1], path[i]];
      addTo(neighbours, one, other);
      addTo(neighbours, other, one);
    }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const way = sweep % 2 === 0 ? 1 : -1;
    const first = way > 0 ? 1 : columns.length - 2;
    for (let i = first; i >= 0 && i < columns.length; i += way) {
      const places = new Map((columns[i - way] ?? []).map((key, at) => [key, at]));
      const middle = (key: string, at: number) => {
        const found = (neighbours.get(key) ?? []).flatMap((other) => places.get(other) ?? []);
        return found.length === 0 ? at : found.reduce((sum, place) => sum + place, 0) / found.length;
      };
      const placed = (columns[i] ?? []).map((key, at) => ({ key, at: middle(key, at) }));
      columns[i] = placed.sort((a, b) => a.at - b.at).map(({ key }) => key);
    }
  }
}

function addTo(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

interface Boxes {
  width: number;
  heightOf(key: string): number;
}

function pointsOf(path: readonly string[], corners: ReadonlyMap<string, Point>, { width, heightOf }: Boxes): Point[] {
  const middles = path.map((key) => {
    const { x, y } = corners.get(key) ?? { x: 0, y: 0 };
    return { x, y: y + heightOf(key) / 2 };
  });
  const [start, end] = [middles[0], middles.at(-1)];
  if (!start || !end || path.length < 2) return [];
  const isForward = start.x <= end.x;
  const right = (point: Point) => ({ x: point.x + width, y: point.y });
  return middles.flatMap((point, i) => {
    if (i === 0) return isForward ? [right(point)] : [point];
    if (i === middles.length - 1) return isForward ? [point] : [right(point)];
    return isForward ? [point, right(point)] : [right(point), point];
  });
}
