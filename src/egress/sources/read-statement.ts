const READS = /^(?:select|with|values|table|show|describe|desc|explain)\b/i;

/**
 * Whether a statement begins like one that only reads. A read-only transaction alone is not enough: PostgreSQL lets it
 * run `copy ... to program` and code blocks, MySQL lets it write files (see `mysql-source.ts`), and SQLite lets it
 * attach other files.
 */
export function isReadStatement(text: string): boolean {
  let at = 0;
  for (let next: number | null = 0; next !== null; next = afterSkipped(text, at)) at = next;
  return READS.test(text.slice(at));
}

/**
 * The position behind a blank, a parenthesis or a comment; null if there is none. Comments whose end databases
 * disagree about are none: PostgreSQL nests them, and ends a line at a carriage return. MySQL and MariaDB run what a
 * comment contains that begins with `!` or `M!`.
 */
function afterSkipped(text: string, at: number): number | null {
  if (/^[\s(]/.test(text.slice(at, at + 1))) return at + 1;
  if (text.startsWith('--', at) || text.startsWith('#', at)) return afterLine(text, at);
  if (!text.startsWith('/*', at)) return null;
  const end = text.indexOf('*/', at + 2);
  const inside = text.slice(at + 2, Math.max(end, 0));
  return end < 0 || /^M?!/.test(inside) || inside.includes('/*') ? null : end + 2;
}

function afterLine(text: string, at: number): number | null {
  const end = text.indexOf('\n', at);
  const line = text.slice(at, Math.max(end, 0)).replace(/\r$/, '');
  return end < 0 || line.includes('\r') ? null : end + 1;
}

/** The reason for refusing another one, as a clause. */
export const ONLY_READS = 'only read-only statements are allowed';
