/**
 * Pages by relevance: the ranked hits by score, then name; then all others from the lightest name to the heaviest,
 * each with a score that encodes its position. So `[score, name]` is a total order of all hits, and a page can
 * continue behind any position, however many hits there are.
 */
import type { HitPlace } from '../../storage/index.js';
import { compareValues } from '../engine/compare-values.js';
import type { Found } from '../engine/search-engine.js';
import type { RankedHit } from './rank-hits.js';

/** A position in the order of relevance. `id` is set where the next hit has the same score and name. */
export interface ScorePlace {
  readonly score: number;
  readonly name: string;
  readonly id: string | null;
}

export interface RelevantHit extends RankedHit {
  /** The next hit has the same score and name: only the id distinguishes them. */
  tied: boolean;
}

export interface PageBounds {
  readonly from: number;
  readonly size: number;
  /** Takes precedence over `from`. */
  readonly after: ScorePlace | null;
}

/** `ranked`: the hits that were scored, in order. */
export async function relevancePage(
  ranked: readonly RankedHit[],
  found: Found,
  { from, size, after }: PageBounds,
): Promise<RelevantHit[]> {
  const top = topOfRest(ranked);
  const inRest = after !== null && after.score < top;
  const first = after ? (inRest ? [] : ranked.filter((hit) => isBehind(hit, after))) : ranked.slice(from);
  const hits = first.slice(0, size);
  const next = first[size];
  const wanted = size - hits.length;
  if (wanted > 0 && found.total > ranked.length) {
    const offset = after ? 0 : Math.max(0, from - ranked.length);
    const known = new Set(ranked.map(({ n }) => n));
    // Skip the ranked hits, which occur among the others by weight.
    const others = await found.lighter(inRest ? placeOf(top, after.score) : null, offset + wanted + known.size);
    for (const hit of others.filter(({ n }) => !known.has(n)).slice(offset, offset + wanted))
      hits.push({ ...hit, strength: 3, used: 0, score: scoreOf(top, hit) });
  }
  return hits.map((hit, i) => ({ ...hit, tied: isSame(hit, hits[i + 1] ?? next) }));
}

export function byRelevance(a: RankedHit, b: RankedHit): number {
  return b.score - a.score || compareValues(a.name, b.name) || compareValues(a.id, b.id);
}

function isBehind(hit: RankedHit, after: ScorePlace): boolean {
  const order = after.score - hit.score || compareValues(hit.name, after.name);
  return order > 0 || (order === 0 && after.id !== null && hit.id > after.id);
}

function isSame(hit: RankedHit, next: RankedHit | undefined): boolean {
  return next !== undefined && next.score === hit.score && next.name === hit.name;
}

// Numbers with few binary digits, so that score and position convert into each other without loss.
const STEPS = 1024;
const NUMBERS = 2 ** 34;
const PLACES = 2 ** 42;

/** The upper limit of the scores of hits that were not ranked: 1, or the lowest score of a ranked hit. */
function topOfRest(ranked: readonly RankedHit[]): number {
  return Math.min(1, Math.floor((ranked.at(-1)?.score ?? 1) * STEPS) / STEPS);
}

function scoreOf(top: number, { weight, n }: HitPlace): number {
  return top - (weight * NUMBERS + n) / PLACES;
}

function placeOf(top: number, score: number): HitPlace {
  const place = Math.round((top - score) * PLACES);
  return { weight: Math.floor(place / NUMBERS), n: place % NUMBERS };
}
