/**
 * The only tokenizer of names, descriptions and queries, for all databases. Folds case, width and accents; splits
 * `snake_case`, `camelCase` and digits and also emits the joined word; splits scripts without spaces (Chinese,
 * Japanese, Korean, Thai) into overlapping pairs; strips English plurals. Takes time linear in the length of the text.
 * Pure.
 */

/** The length of the longest token; longer ones are truncated in texts and queries alike. */
export const LONGEST = 64;

/** Runs of one script without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+/u;
const chunks = /[\p{L}\p{N}\p{M}]+(?:_+[\p{L}\p{N}\p{M}]+)*/gu;
const parts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|[\p{Lo}\p{Lm}\p{Lt}]+|\p{N}+/gu;

/** One word of a query or text. */
export interface Word {
  /** Its parts, stemmed, in order: `customerOrders` is customer, order. */
  parts: string[];
  /** The parts as written, folded: `customers` beside its stem. */
  raw: string[];
  /** All of it as one token: `customerorders`. */
  joined: string;
}

/** The words of a text in order. A word ends at anything but letters, digits and underscores. */
export function splitWords(text: string): Word[] {
  if (plain.test(text)) return splitPlain(text);
  const words: Word[] = [];
  for (const [chunk] of composed(text).matchAll(chunks)) {
    const word: Word = { parts: [], raw: [], joined: cut(fold(chunk)) };
    for (const [part] of chunk.matchAll(parts)) addPart(word, fold(part));
    if (word.parts.length > 0) words.push(word);
  }
  return words;
}

const plain = /^[\x00-\x7f]*$/;

const OTHER = 0;
const UNDERSCORE = 1;
const DIGIT = 2;
const UPPER = 3;
const LOWER = 4;

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  if (code >= 48 && code <= 57) return DIGIT;
  return code === 95 ? UNDERSCORE : OTHER;
}

/** The same for ASCII, which most names are: character by character, many times as fast. */
function splitPlain(text: string): Word[] {
  const words: Word[] = [];
  const lower = text.toLowerCase();
  let word: Word | null = null;
  let start = -1; // of the current part
  let before = OTHER;
  const endPart = (end: number) => {
    if (start < 0) return;
    const raw = lower.slice(start, Math.min(end, start + LONGEST));
    word ??= { parts: [], raw: [], joined: '' };
    word.raw.push(raw);
    word.parts.push(stem(raw));
    if (word.joined.length < LONGEST) word.joined += lower.slice(start, end);
    start = -1;
  };
  for (let i = 0; i <= text.length; i++) {
    const kind = i < text.length ? kindOf(text.charCodeAt(i)) : OTHER;
    // `HTTPServer`: the last capital before a lower-case letter begins the next part.
    if (kind === LOWER && before === UPPER && start >= 0 && i - 1 > start) {
      const begin = i - 1;
      endPart(begin);
      start = begin;
    } else if (start >= 0 && kind !== before && !(kind === LOWER && before === UPPER)) endPart(i);
    if (kind >= DIGIT) {
      if (start < 0) start = i;
    } else if (kind === OTHER && word) {
      words.push(cutJoined(word));
      word = null;
    }
    before = kind;
  }
  return words;
}

function cutJoined(word: Word): Word {
  return word.joined.length > LONGEST ? { ...word, joined: word.joined.slice(0, LONGEST) } : word;
}

function addPart(word: Word, part: string): void {
  const pieces = unspaced.test(part) ? pairs(part) : [cut(part)];
  for (const piece of pieces) {
    if (piece === '') continue;
    word.raw.push(piece);
    word.parts.push(stem(piece));
  }
}

/**
 * Index tokens of a text: the parts in order, so that phrases match, then further forms of each word: the joined word
 * and the unstemmed parts.
 */
export function indexTokens(text: string): string[] {
  return tokensOfWords(splitWords(text));
}

/** The same for words that are already split. */
export function tokensOfWords(words: readonly Word[]): string[] {
  const inOrder: string[] = [];
  const further = new Set<string>();
  for (const { parts: stems, raw, joined } of words) {
    for (const part of stems) inOrder.push(part);
    if (stems.length > 1) further.add(joined);
    raw.forEach((part, i) => {
      if (part !== stems[i]) further.add(part);
    });
  }
  return [...inOrder, ...further];
}

/**
 * The whole text as one token: letters and digits only, folded. `Customer Orders` and `customer_orders` yield the same
 * token.
 */
export function wholeToken(text: string): string {
  return cut(fold(plain.test(text) ? text : composed(text)));
}

/** Lower case, without accents and without anything but letters and digits. */
function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .normalize('NFC');
}

function composed(text: string): string {
  return withoutSurplusMarks(text).normalize('NFKC');
}

/** Characters that only join what stands before them; those of half-width Katakana are marks once they are normalized. */
const surplusMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * The text with at most 30 combining marks in a row, more than any language has (the Stream-Safe Text Format of Unicode): normalizing
 * sorts each run of marks, which takes time quadratic in its length.
 */
function withoutSurplusMarks(text: string): string {
  return text.replace(surplusMarks, '$1');
}

function pairs(text: string): string[] {
  const letters = [...text];
  if (letters.length <= 1) return letters;
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
}

function cut(token: string): string {
  return token.length <= LONGEST ? token : [...token].slice(0, LONGEST).join('');
}

const hyphenated = /^[\p{L}\p{N}]+(?:[-\u2010\u2011][\p{L}\p{N}]+)+$/u;

/** Whether a text is one hyphenated word, such as `e-mail`. */
export function isHyphenated(text: string): boolean {
  return hyphenated.test(text);
}

/** Strips an English plural ending. */
export function stem(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(ss|us|is|ws)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(x|z|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
