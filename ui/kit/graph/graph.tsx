import { type CSSProperties, type ReactNode, useId, useMemo, useState } from 'react';
import { useWords } from '../../words/define-words.js';
import { kitWords } from '../../words/kit.js';
import { Link } from '../link.js';
import classes from './graph.module.css';
import { layOut, type Point } from './layers.js';
import { placeLabels } from './place-labels.js';

export interface GraphNode {
  key: string;
  label: string;
  /** A second line, such as where it is. */
  note?: string;
  icon?: ReactNode;
  /** An address of this application. */
  to: string;
  /** What the graph is about. */
  isCenter?: boolean;
}

export interface GraphEdge {
  from: string;
  to: string;
  label: string;
}

interface Props {
  /** What it shows, for those who do not see it. */
  label: string;
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
}

const NODE = { width: 200, height: 48 };
const MARGIN = 8;
/** Room between columns for labels of this many characters. */
const LABELS = { shortest: 8, longest: 30 };

/** Things and how they are connected, from left to right; the same as a list. */
export function Graph({ label, nodes, edges }: Props) {
  const t = useWords(kitWords);
  const arrow = useId();
  const [near, setNear] = useState<string>();
  const layout = useMemo(() => {
    const longest = Math.max(LABELS.shortest, ...edges.map((edge) => edge.label.length));
    const gap = { x: 40 + 7 * Math.min(LABELS.longest, longest), y: 20 };
    const keys = nodes.map(({ key }) => key);
    return layOut(keys, edges, { ...NODE, gap });
  }, [nodes, edges]);
  const labels = useMemo(
    () =>
      placeLabels(
        edges.map((edge, i) => {
          const [start, end] = layout.edges[i] ?? [];
          return { piece: start && end && [start, end], text: shortened(edge.label) };
        }),
      ),
    [edges, layout],
  );
  const size = { width: layout.width + 2 * MARGIN, height: layout.height + 2 * MARGIN };
  const nameOf = new Map(nodes.map((node) => [node.key, node.label]));
  return (
    <figure className={classes.figure} aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys */}
      <section className={classes.window} tabIndex={0} aria-label={label}>
        <div className={classes.plane} style={size}>
          <svg {...size} className={classes.edges} aria-hidden="true">
            <defs>
              <marker id={arrow} viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">
                <path d="M0 0 L8 4 L0 8 Z" className={classes.head} />
              </marker>
            </defs>
            <g transform={`translate(${MARGIN} ${MARGIN})`}>
              {edges.map(({ from, to, label: name }, i) => (
                <Line
                  key={`${from} ${name} ${to}`}
                  points={layout.edges[i] ?? []}
                  label={shortened(name)}
                  labelAt={labels[i] ?? null}
                  arrow={arrow}
                  isNear={near === from || near === to}
                />
              ))}
            </g>
          </svg>
          {nodes.map((node) => (
            <Box key={node.key} node={node} at={layout.nodes.get(node.key)} onNear={setNear} />
          ))}
        </div>
      </section>
      <details className={classes.list}>
        <summary>{t('asList')}</summary>
        <ul>
          {edges.map(({ from, to, label: name }) => (
            <li key={`${from} ${name} ${to}`}>{[nameOf.get(from), name, nameOf.get(to)].join(' – ')}</li>
          ))}
        </ul>
      </details>
    </figure>
  );
}

interface BoxProps {
  node: GraphNode;
  at: Point | undefined;
  onNear(key: string | undefined): void;
}

function Box({ node, at = { x: 0, y: 0 }, onNear }: BoxProps) {
  const { key, label, note, icon, to, isCenter } = node;
  const place: CSSProperties = { left: at.x + MARGIN, top: at.y + MARGIN, ...NODE };
  return (
    <Link
      to={to}
      className={classes.node}
      style={place}
      data-center={isCenter || undefined}
      title={note ? `${label}\n${note}` : label}
      onMouseEnter={() => onNear(key)}
      onMouseLeave={() => onNear(undefined)}
      onFocus={() => onNear(key)}
      onBlur={() => onNear(undefined)}
    >
      {icon}
      <span className={classes.words}>
        <span className={classes.name}>{label}</span>
        {note ? <span className={classes.note}>{note}</span> : null}
      </span>
    </Link>
  );
}

interface LineProps {
  points: readonly Point[];
  label: string;
  labelAt: Point | null;
  arrow: string;
  isNear: boolean;
}

function Line({ points, label, labelAt, arrow, isNear }: LineProps) {
  const [start, ...rest] = points;
  if (!start) return null;
  let before = start;
  const path = [`M${start.x} ${start.y}`];
  for (const point of rest) {
    const middle = (before.x + point.x) / 2;
    path.push(`C${middle} ${before.y} ${middle} ${point.y} ${point.x} ${point.y}`);
    before = point;
  }
  return (
    <g className={classes.edge} data-near={isNear || undefined}>
      <path d={path.join(' ')} markerEnd={`url(#${arrow})`} />
      {labelAt ? (
        <text x={labelAt.x} y={labelAt.y} textAnchor="middle">
          {label}
        </text>
      ) : null}
    </g>
  );
}

function shortened(label: string): string {
  return label.length > LABELS.longest ? `${label.slice(0, LABELS.longest - 1)}…` : label;
}
