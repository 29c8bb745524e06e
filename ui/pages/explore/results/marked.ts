/** A piece of a text, and whether it is what a search matched. */
export interface Piece {
  text: string;
  matched: boolean;
}

const MARK = /<span class="text-highlighter">(.*?)<\/span>/gs;

/** The pieces of a text in which the search marked what matched. All else stays text, whatever it looks like. */
export function piecesOf(marked: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of marked.matchAll(MARK)) {
    if (found.index > end) pieces.push({ text: marked.slice(end, found.index), matched: false });
    pieces.push({ text: found[1] ?? '', matched: true });
    end = found.index + found[0].length;
  }
  if (end < marked.length) pieces.push({ text: marked.slice(end), matched: false });
  return pieces;
}

/** Markdown or HTML as one line of plain text, for a list. The marks of a search stay. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/<(?!\/?span\b)[^>]{0,500}>/g, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s{0,3}(#{1,6}|>|[-*+])\s+/gm, '')
    .replaceAll(/\*\*|__|`{1,3}/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
