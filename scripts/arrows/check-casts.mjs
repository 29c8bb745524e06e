// Type assertions (`as`) are not checked by the compiler, so their number is limited. Prefer types of the contract, guards and `parseObject`.

/** The maximum for `src`. Lower it when casts are removed; never raise it. */
export const MOST_CASTS = 119;

/** One finding when there are more casts than allowed, with the files that have most. */
export function checkCasts(files, most) {
  const counts = [...files.values()]
    .filter(({ path, casts }) => path.startsWith('src/') && casts.length > 0)
    .map(({ path, casts }) => ({ path, line: casts[0], count: casts.length }))
    .sort((a, b) => b.count - a.count || a.path.localeCompare(b.path));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (total <= most) return [];
  const [{ path, line }] = counts;
  const named = counts.slice(0, 5).map((one) => `${one.path} (${one.count})`);
  return [
    { path, line, rule: 'casts', text: `src has ${total} casts, at most ${most} are allowed: ${named.join(', ')}` },
  ];
}
