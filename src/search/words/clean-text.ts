/**
 * Replaces characters that databases reject (NUL, unpaired surrogates) in request text. No name contains the
 * replacement. Pure.
 */
export function cleanText(text: string): string {
  return text.replace(/[\0\p{Cs}]/gu, '\ufffd');
}
