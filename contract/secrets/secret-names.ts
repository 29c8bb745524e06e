// Detects keys of free-form settings that hold secrets, by name, and passwords within texts such as URLs. Pure
// functions.

/** A key that ends with one of these words holds a secret: `password`, `awsSessionToken`, `sasl.jaas.config`. */
const endings: readonly string[] = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'pwd',
  'secret',
  'secrets',
  'token',
  'jwt',
  'credential',
  'credentials',
  'credentials info',
  'credentials json',
  'api key',
  'private key',
  'secret key',
  'access key',
  'account key',
  'shared key',
  'storage key',
  'encryption key',
  'signing key',
  'signature',
  'master key',
  'ssl key',
  'service account json',
  'service account info',
  'keyfile json',
  'keyfile dict',
  'key pem',
  'jaas config',
  'user info',
  'connection string',
  'authorization',
  'cookie',
];
/** Variables of an environment, whose names have more such words: `GITHUB_PAT`, `OPENAI_KEY`. */
const variables = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:PASS|PAT|CREDS|KEY|AUTH|DSN)$/;
/** Secrets only as the whole name: `bypass`, `compass` and `design` are not. */
const wholeNames = new Set(['pass', 'pw', 'sig', 'sas']);
/** Words after a secret's name that do not change its meaning: `privateKeyValue`, `password_2`. */
const trailing = /(?: (?:value|text|plain|plaintext|string|base64|\d+))+$/;
/** Numbers are secrets only under password names: `maxToken: 5` is not. */
const numeric = /(?:password|passwd|passphrase|passcode|pwd|pass|pw|secret)$/;

const joined = endings.map((ending) => ending.replaceAll(' ', ''));

function wordsOf(key: string): string {
  return key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/([A-Za-z])(\d+)$/, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function endsAsSecret(words: string): boolean {
  const text = words.replaceAll(' ', '');
  return wholeNames.has(words) || joined.some((ending) => text.endsWith(ending));
}

/**
 * Whether a key names a secret. Keys that describe one (`tokenUrl`, `passwordless`, `secretName`, `privateKeyPath`) do
 * not.
 */
export function namesSecret(key: string): boolean {
  const words = wordsOf(key);
  return variables.test(key) || endsAsSecret(words) || endsAsSecret(words.replace(trailing, ''));
}

/** The value under such a key as text if it is a secret, else undefined. */
export function secretText(key: string, value: unknown): string | undefined {
  if (typeof value === 'string') return /^(true|false|none|null)$/i.test(value) ? undefined : value;
  return typeof value === 'number' && numeric.test(wordsOf(key).replace(trailing, '').replaceAll(' ', ''))
    ? String(value)
    : undefined;
}

type Span = readonly [start: number, end: number];

/** A copy of a text with every password in it replaced: in URLs, `user:password@host`, `?password=…`, `PWD=…;`. */
export function mapPasswords(text: string, change: (password: string) => string): string {
  let mapped = '';
  let from = 0;
  for (const [start, end] of passwordSpans(text)) {
    mapped += text.slice(from, start) + change(text.slice(start, end));
    from = end;
  }
  return from === 0 ? text : mapped + text.slice(from);
}

function passwordSpans(text: string): Span[] {
  const found = [...userInfo(text), ...assigned(text)].filter(([start, end]) => end > start);
  const spans: Span[] = [];
  for (const span of found.sort((a, b) => a[0] - b[0])) if (span[0] >= (spans.at(-1)?.[1] ?? 0)) spans.push(span);
  return spans;
}

// The contexts in which a password can occur, with bounded lengths so that matching takes linear time.
const urls = /(?<=^|[\s"'=(,])[A-Za-z][A-Za-z0-9+.:-]{0,63}:\/\/[^:/?#@\s]{0,256}:/g;
const oracles = /jdbc:oracle:\w{1,16}:[^/\s@]{1,128}\//gi;
const bare = /^(?!(?:mailto|urn|arn|sip|tel|data|jdbc):)(?!.*:\/\/)[^\s:/?#@]{1,256}:(?=\S+$)/i;
const host = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?(?:[,/?;]|$)/i;

function* userInfo(text: string): Generator<Span> {
  if (!text.includes('@')) return;
  for (const pattern of [urls, oracles]) {
    const search = new RegExp(pattern);
    for (let match = search.exec(text); match; match = search.exec(text)) {
      const start = search.lastIndex;
      const end = passwordEnd(text, start);
      if (end > start) yield [start, end];
      search.lastIndex = Math.max(start, end);
    }
  }
  const start = bare.exec(text)?.[0].length ?? -1;
  if (start > 0 && host.test(text.slice(text.lastIndexOf('@') + 1))) yield [start, passwordEnd(text, start)];
}

/**
 * The end of the password that begins at `start`; not after `start` if there is none. Passwords may contain any
 * character, so the last `@` ends them.
 */
function passwordEnd(text: string, start: number): number {
  if (sticky(/\d+(?=$|[/?#\s])/y, text, start) !== '') return start;
  const word = sticky(/\S*/y, text, start);
  const end = sticky(/[^?#\s]*/y, text, start).lastIndexOf('@');
  const last = end >= 0 ? end : word.lastIndexOf('@');
  return start + last;
}

function sticky(pattern: RegExp, text: string, start: number): string {
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0] ?? '';
}

const assignment = /(?<=^|[?&;,\s"'{(]|--?)([A-Za-z][\w.-]{0,63})=("[^"]*"|'[^']*'|[^&;,\s"'})]*)/g;

function* assigned(text: string): Generator<Span> {
  for (const match of text.matchAll(assignment)) {
    const [whole, key = '', value = ''] = match;
    if (!namesSecret(key) || secretText(key, value) === undefined) continue;
    const quoted = /^["']/.test(value) ? 1 : 0;
    const end = match.index + whole.length;
    yield [end - value.length + quoted, end - quoted];
  }
}
