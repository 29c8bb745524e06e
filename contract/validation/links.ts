// Limits what pages turn into links to addresses that cannot run code. A property's name says that it holds one.
import { isObject } from '../json.js';
import { propertyName, type SchemaError } from './schema-errors.js';

interface LinkRule {
  names: ReadonlySet<string>;
  schemes: ReadonlySet<string>;
  wanted: string;
}

const WEB = ['http', 'https', 'mailto'];

const RULES: readonly LinkRule[] = [
  {
    names: new Set([
      ...['deploymentUrl', 'developerUrl', 'documentationUrl', 'downloadLink', 'downloadUrl', 'dpiaUrl', 'endpoint'],
      ...['endpointURL', 'endpointUrl', 'externalTicketUrl', 'externalUrl', 'fairnessEvidenceUrl', 'logLink'],
      ...['modelCardUrl', 'privacyPolicyUrl', 'repositoryUrl', 'server', 'sourceUrl', 'technicalDocsUrl', 'url'],
      ...['webViewLink'],
    ]),
    schemes: new Set(WEB),
    wanted: 'an address that begins with http://, https:// or mailto:',
  },
  {
    names: new Set([
      ...['appLogoUrl', 'customFaviconUrlPath', 'customLogoUrlPath', 'customMonogramUrlPath', 'iconURL', 'logoURL'],
      ...['image', 'image24', 'image32', 'image48', 'image72', 'image192', 'image512'],
    ]),
    schemes: new Set(['http', 'https', 'data']),
    wanted: 'an address that begins with http:// or https://, or an image as data:image/…',
  },
  {
    names: new Set(['iri', 'conceptIri', 'schemeIri', 'namespace', 'rdfPredicate']),
    schemes: new Set(['http', 'https', 'urn', 'tag', 'info', 'doi']),
    wanted: 'an identifier that begins with http://, https://, urn:, tag:, info: or doi:',
  },
];

/** Connections and configurations of programs are no links; custom properties have rules of their own. */
const UNLINKED: ReadonlySet<string> = new Set([
  ...['appConfiguration', 'config', 'configuration', 'connection', 'connectionConfig', 'extension', 'request'],
  ...['sampleData', 'sourceConfig'],
]);

/** Browsers ignore these characters in a scheme. */
const INVISIBLE = /[\u0000-\u0020\u007f-\u009f]/g;
const SCHEME = /^([a-z][a-z0-9+.-]*):(.*)$/is;
const IMAGE = /^image\/(png|jpeg|gif|webp|svg\+xml|x-icon|vnd\.microsoft\.icon)[;,]/i;

/** Whether the text may be an address that no link may have. */
export function isSuspectLink(text: string): boolean {
  const start = text.slice(0, 200);
  if (!start.includes(':')) return false; // most texts: every text of every write comes here
  const scheme = schemeOf(start);
  return scheme !== null && !['http', 'https'].includes(scheme.name);
}

/** The first link with an address that it may not have, or undefined. Addresses already in `stored` may stay. */
export function findBadLink(value: unknown, stored?: unknown): SchemaError | undefined {
  const known = new Set<string>();
  eachLink(stored, [], (text) => void known.add(text));
  let found: SchemaError | undefined;
  eachLink(value, [], (text, path, rule) => {
    if (found || known.has(text) || isAllowed(text, rule)) return;
    const pointer = path.map((part) => `/${part.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    const property = propertyName(pointer);
    found = { path: pointer, property, rule: 'link', message: `${property} must be ${rule.wanted}` };
  });
  return found;
}

function isAllowed(text: string, { schemes }: LinkRule): boolean {
  const scheme = schemeOf(text);
  if (scheme === null) return true;
  return schemes.has(scheme.name) && (scheme.name !== 'data' || IMAGE.test(scheme.rest));
}

/** What a browser takes for the scheme; null for a path, or for a host with a port. */
function schemeOf(text: string): { name: string; rest: string } | null {
  const [, name, rest] = SCHEME.exec(text.replace(INVISIBLE, '')) ?? [];
  if (name === undefined || rest === undefined) return null;
  const isHost = (name.includes('.') || name === 'localhost') && /^\d+([/?#]|$)/.test(rest);
  return isHost ? null : { name: name.toLowerCase(), rest };
}

type Visit = (text: string, path: readonly string[], rule: LinkRule) => void;

function eachLink(value: unknown, path: string[], visit: Visit): void {
  if (Array.isArray(value))
    for (const [i, item] of value.entries()) {
      path.push(String(i));
      eachLink(item, path, visit);
      path.pop();
    }
  if (!isObject(value)) return;
  for (const name in value) {
    if (UNLINKED.has(name)) continue;
    const inner = value[name];
    path.push(name);
    const rule = typeof inner === 'string' ? ruleOf(path) : undefined;
    if (rule && typeof inner === 'string') visit(inner, path, rule);
    else eachLink(inner, path, visit);
    path.pop();
  }
}

function ruleOf(path: readonly string[]): LinkRule | undefined {
  const [name = '', holder] = [path.at(-1), path.at(-2)];
  const shown = holder === 'coverImage' && name === 'url' ? 'image' : name;
  return RULES.find(({ names }) => names.has(shown));
}
