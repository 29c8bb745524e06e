/** Text of a request as every database takes it: no NUL, no half of a character. What stands in for them is in no name. Pure. */
export function cleanText(text: string): string {
  return text.replace(/[\0\p{Cs}]/gu, '\ufffd');
}
