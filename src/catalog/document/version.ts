/** Versions are integers in tenths, to avoid floating-point drift. Pure. */

export const firstVersion = 1;

export type ChangeKind = 'none' | 'minor' | 'major';

/** +0.1 for a compatible change, +1.0 for an incompatible one. */
export function nextVersion(from: number, kind: ChangeKind): number {
  return kind === 'major' ? from + 10 : kind === 'minor' ? from + 1 : from;
}

/** The number as returned in responses. */
export function versionNumber(tenths: number): number {
  return tenths / 10;
}

/** Parses a version from a path or an ETag (`1.2`, `1`) to tenths; null if it is not a version. */
export function parseVersion(text: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d))?$/.exec(text);
  return match ? Number(match[1]) * 10 + Number(match[2] ?? 0) : null;
}

export function worseKind(a: ChangeKind, b: ChangeKind): ChangeKind {
  if (a === 'major' || b === 'major') return 'major';
  return a === 'minor' || b === 'minor' ? 'minor' : 'none';
}
