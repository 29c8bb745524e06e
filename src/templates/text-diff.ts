/** A piece of both texts: bold was added, struck out was removed. */
export interface DiffPiece {
  text: string;
  style?: 'bold' | 'strike';
}

const plain = (text: string): DiffPiece => ({ text });
const bold = (text: string): DiffPiece => ({ text, style: 'bold' });
const struck = (text: string): DiffPiece => ({ text, style: 'strike' });

/** Words and spaces between the first and the last difference; the time of the comparison grows with the square of their number. */
export const MOST_WORDS = 200;

/** Both texts in one: added text is bold, removed text is struck out. Long texts are shown one after the other. */
export function textDiff(before: string, after: string): DiffPiece[] {
  const [allOld, allNow] = [wordsOf(before), wordsOf(after)];
  const start = sharedStart(allOld, allNow);
  const end = sharedStart(allOld.slice(start).reverse(), allNow.slice(start).reverse());
  const [old, now] = [allOld.slice(start, allOld.length - end), allNow.slice(start, allNow.length - end)];
  if (old.length > MOST_WORDS || now.length > MOST_WORDS) return [struck(before), plain(' → '), bold(after)];
  const shared = (words: readonly string[]) => plain(words.join(''));
  return joined([shared(allNow.slice(0, start)), ...compare(old, now), shared(allNow.slice(allNow.length - end))]);
}

function sharedStart(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((word, n) => word !== b[n]);
  return different < 0 ? a.length : different;
}

function compare(old: readonly string[], now: readonly string[]): DiffPiece[] {
  const common = commonLengths(old, now);
  const pieces: DiffPiece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [gone, came] = [old[i], now[j]];
    if (gone !== undefined && gone === came) {
      pieces.push(plain(gone));
      i++;
      j++;
    } else if (came === undefined || (gone !== undefined && (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      pieces.push(struck(gone ?? ''));
      i++;
    } else {
      pieces.push(bold(came));
      j++;
    }
  }
  return pieces;
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[^\s]+/gu) ?? [];
}

/** Length of the longest common subsequence of the rests from each pair of places. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const rows: number[][] = Array.from({ length: a.length + 1 }, () => Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    const [row = [], below = []] = [rows[i], rows[i + 1]];
    for (let j = b.length - 1; j >= 0; j--)
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
  }
  return rows;
}

function joined(pieces: readonly DiffPiece[]): DiffPiece[] {
  const runs: DiffPiece[] = [];
  for (const piece of pieces) {
    if (piece.text === '') continue;
    const last = runs.at(-1);
    if (last && last.style === piece.style) runs[runs.length - 1] = { ...last, text: last.text + piece.text };
    else runs.push(piece);
  }
  return runs;
}
