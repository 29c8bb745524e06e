/** Maximum number of bytes of a response that are stored and shown. */
const LONGEST_ANSWER = 1024;

/** The response of another server in a form that every database can store: PostgreSQL rejects NUL. */
export function storableText(said: string): string {
  return said.replaceAll('\0', '\ufffd').replaceAll(/\p{Cs}/gu, '\ufffd');
}

/** The beginning of an answer. */
export function answerText(said: string): string {
  const bytes = Buffer.from(storableText(said), 'utf8');
  if (bytes.length <= LONGEST_ANSWER) return bytes.toString('utf8');
  return bytes
    .subarray(0, LONGEST_ANSWER)
    .toString('utf8')
    .replace(/\ufffd$/, '');
}
