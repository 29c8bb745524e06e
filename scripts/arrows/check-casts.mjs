// Type assertions (`as`) say what the compiler cannot see, so they are few: types of the contract, guards and `parseObject` come first.

/** What `src` may hold. The number only goes down. */
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
