// What another server said, without the secrets that it was sent and may repeat. Pure.

const MASK = '*********';
/** Shorter ones are parts of ordinary words. */
const SHORTEST = 4;

export interface MaskOptions {
  /** The text was cut, so it may end within a secret. */
  isCut?: boolean;
}

/** Masks the secrets in a text, also where they overlap. Call this before the text is shortened. */
export function maskSecrets(text: string, secrets: readonly string[], { isCut = false }: MaskOptions = {}): string {
  const found = [...new Set(secrets)]
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [...placesOf(text, secret), ...(isCut ? beginningAtEnd(text, secret) : [])])
    .sort((a, b) => a.from - b.from);
  let masked = '';
  let at = 0;
  for (const { from, to } of found) {
    if (from >= at) masked += text.slice(at, from) + MASK;
    at = Math.max(at, to);
  }
  return masked + text.slice(at);
}

/** A secret as it can stand in an answer: as it is, in JSON, and in a URL. */
export function formsOf(secret: string): string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.replaceAll(/\p{Cs}/gu, '\ufffd')),
    new URLSearchParams({ v: secret }).toString().slice(2),
  ];
}

interface Span {
  from: number;
  to: number;
}

function* placesOf(text: string, secret: string): Iterable<Span> {
  for (let from = text.indexOf(secret); from >= 0; from = text.indexOf(secret, from + 1))
    yield { from, to: from + secret.length };
}

/** The longest beginning of the secret that the text ends with. */
function beginningAtEnd(text: string, secret: string): Span[] {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return [{ from: text.length - length, to: text.length }];
  return [];
}
