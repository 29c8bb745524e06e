/**
 * Reduces a question in plain words (`which tables hold the e-mail addresses of customers`) to its content words and
 * the types it names, which are only a hint. Names are still found: removing words matches more documents, and the
 * whole text still counts as a name. Queries with fields, phrases or operators are never changed. Pure.
 */
import { present } from '../../context/index.js';
import type { SearchQuery } from '../query/search-query.js';
import {
  COURTESY,
  FRAME_VERBS,
  FRAME_WORDS,
  FUNCTION_WORDS,
  QUESTION_WORDS,
  REQUEST_OPENINGS,
  SUBJECTS,
  TRAILING_TYPE_WORDS,
} from './function-words.js';
import { stem } from './tokenize.js';
import type { TypeWords } from './type-words.js';

export interface Question {
  /** The complete text, as it may be a name. */
  readonly whole: string;
  /** The requested types, named by their usual words. */
  readonly kinds: readonly string[];
  /** The query with all its words, where it is not a request: hits that have all of them rank higher. */
  readonly literal: SearchQuery | null;
}

export interface ReadQuestion extends Question {
  /** The query without the words that were removed. */
  readonly query: SearchQuery;
}

type Role = 'content' | 'function' | 'frame' | 'kind';

/** null for anything but a text of several words. */
export function readQuestion(query: SearchQuery, typesOf: TypeWords): ReadQuestion | null {
  if (query.kind !== 'bool' || !query.spoken) return null;
  const written = query.must.map((part) => (part.kind === 'text' && part.form === 'words' ? part.text : ''));
  const { roles, kinds, isAsked } = rolesOf(written, typesOf);
  const kept = keptOf(roles);
  const whole = written.join(' ');
  if (kept.length === roles.length && kinds.length === 0) return null;
  const must = kept.map((i): SearchQuery => {
    const part = present(query.must[i]);
    return part.kind === 'text' && part.form === 'words' ? { ...part, text: withoutGenitive(part.text) } : part;
  });
  const [only] = must;
  const left = must.length === 1 && only ? only : { ...query, must };
  return { query: left, whole, kinds, literal: isAsked ? null : query };
}

/** Whether words read as a request rather than a name, so that a question mark behind them is not a wildcard. */
export function isRequest(written: readonly string[], typesOf: TypeWords): boolean {
  return openingOf(written.map(plainWord), typesOf) !== null;
}

/** The content words; where there are none, the kind or the frame of the request, and else all words. */
function keptOf(roles: readonly Role[]): number[] {
  const at = (...of: Role[]) => roles.flatMap((role, i) => (of.includes(role) ? [i] : []));
  for (const kept of [at('content'), at('kind'), at('frame')]) if (kept.length > 0) return kept;
  return [...roles.keys()];
}

function rolesOf(
  written: readonly string[],
  typesOf: TypeWords,
): { roles: Role[]; kinds: readonly string[]; isAsked: boolean } {
  const words = written.map(plainWord);
  const shouted = written.every((word) => word === word.toUpperCase());
  // `IT tickets`: a word in capitals among words that are not is a name.
  const isName = (i: number) => words[i] === '' || (!shouted && /^\p{Lu}{2,}$/u.test(written[i] ?? ''));
  const roles = words.map((word, i): Role => (!isName(i) && FUNCTION_WORDS.has(word) ? 'function' : 'content'));
  const opening = openingOf(words, typesOf);
  if (opening === null) return { roles, kinds: [], isAsked: false };
  for (let i = 0; i < opening; i++) if (!isName(i)) roles[i] = 'function';
  for (const [i, word] of words.entries())
    if (roles[i] === 'content' && !isName(i) && FRAME_WORDS.has(word)) roles[i] = 'frame';
  const asked = kindAsked(words, roles, typesOf);
  for (const i of asked.at) roles[i] = 'kind';
  for (const [i, word] of words.entries())
    if (
      roles[i] === 'content' &&
      FRAME_VERBS.has(word) &&
      (SUBJECTS.has(words[i - 1] ?? '') || asked.at.includes(i - 1))
    )
      roles[i] = 'frame';
  return { roles, kinds: asked.kinds, isAsked: true };
}

/** The requested kind: the first content word, or the last. */
function kindAsked(
  words: readonly string[],
  roles: readonly Role[],
  typesOf: TypeWords,
): { at: number[]; kinds: readonly string[] } {
  const first = roles.findIndex((role, i) => role === 'content' || isPairAt(words, i, typesOf));
  if (first >= 0) {
    const pair = typesOf(`${words[first]} ${stem(words[first + 1] ?? '')}`);
    if (pair) return { at: [first, first + 1], kinds: pair };
    const single = typesOf(stem(words[first] ?? ''));
    if (single) return { at: [first], kinds: single };
  }
  const last = roles.lastIndexOf('content');
  const word = last < 0 ? '' : stem(words[last] ?? '');
  if (last === words.length - 1 && TRAILING_TYPE_WORDS.has(word)) return { at: [last], kinds: typesOf(word) ?? [] };
  return { at: [], kinds: [] };
}

/** `data products`: the first of the two words alone would be part of the frame. */
function isPairAt(words: readonly string[], i: number, typesOf: TypeWords): boolean {
  return typesOf(`${words[i]} ${stem(words[i + 1] ?? '')}`) !== null;
}

/** The number of words that open the request; null when it is not a request. */
function openingOf(words: readonly string[], typesOf: TypeWords): number | null {
  let at = 0;
  while (COURTESY.has(words[at] ?? '') && at < words.length - 2) at++;
  const [first = '', second = '', third = ''] = words.slice(at);
  if (second === '') return null;
  if (QUESTION_WORDS.has(first)) return at + 1;
  if (FUNCTION_WORDS.has(first) && QUESTION_WORDS.has(second)) return at + 2;
  if (REQUEST_OPENINGS.some(([firsts, seconds]) => firsts.has(first) && seconds.has(second))) return at + 2;
  const kind = typesOf(stem(first)) ?? typesOf(`${first} ${stem(second)}`);
  const next = typesOf(stem(first)) ? second : third;
  if (kind && (FUNCTION_WORDS.has(next) || FRAME_WORDS.has(next))) return at;
  return FUNCTION_WORDS.has(first) && typesOf(stem(second)) ? at + 1 : null;
}

/** Lower case, without surrounding punctuation and possessive endings; empty for anything but a word. */
function plainWord(written: string): string {
  return withoutGenitive(written)
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .replace(/n['’]t$/u, '')
    .replace(/['’](m|re|ve|d|ll)$/u, '');
}

/** `customer's` becomes `customer`. */
function withoutGenitive(text: string): string {
  return text.replace(/['’]s$/iu, '').replace(/['’]$/u, '');
}
