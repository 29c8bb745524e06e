/**
 * Secrets inside a stored field: the document has a mask in their place, and the private field `$<field>` has each
 * sealed secret by its path. A mask in a request keeps the stored secret; sending the same secret again changes
 * nothing.
 */
import { catalogError, isObject } from '../../../contract/index.js';
import { equal, type Fields, type Scope } from '../../catalog/index.js';

export const mask = '*********';

export interface SecretField {
  /** Field of the entity that contains secrets. */
  field: string;
  /** Contract key of the schema that declares the secrets. */
  schema: string;
  /** The field is a connection: values that look like secrets are treated as secrets too. */
  connection?: true;
}

type Sealed = Record<string, string>;

/** What opening secrets needs of a scope. */
interface Opening {
  catalog: Pick<Scope['catalog'], 'contract' | 'sealer'>;
}

/**
 * Masks the field of `after` and moves its secrets to the private field. If the field changed, returns the paths of the
 * stored secrets that masks kept.
 */
export function sealSecrets(
  { field, schema, connection }: SecretField,
  after: Fields,
  before: Fields | null,
  scope: Scope,
): string[] {
  const { contract, sealer } = scope.catalog;
  const hidden = `$${field}`;
  const value = after[field];
  if (value === undefined) {
    delete after[hidden];
    return [];
  }
  if (before && equal(before[field], value)) return [];
  const stored = sealedIn(before?.[hidden]);
  const sealed: Sealed = {};
  const uniquePath = uniquePaths();
  const keptPaths: string[] = [];
  const map = connection ? contract.mapConnectionSecrets : contract.mapSecrets;
  after[field] = map(schema, value, (secret, path) => {
    const at = uniquePath(path);
    const storedSecret = stored[at];
    if (secret === mask) {
      if (storedSecret === undefined) return mask;
      keptPaths.push(at);
      sealed[at] = storedSecret;
      return mask;
    }
    if (secret === '') return '';
    const isSame = storedSecret !== undefined && sealer.open(storedSecret) === secret;
    sealed[at] = isSame ? storedSecret : sealer.seal(secret);
    return mask;
  });
  if (Object.keys(sealed).length > 0) after[hidden] = sealed;
  else delete after[hidden];
  return keptPaths;
}

/** 400 for masks that stand for no secret among those that `holder` has, `sealed`: they would be used as they are. */
export function refuseLooseMasks(
  { schema, property, holder }: { schema: string; property: string; holder: string },
  config: unknown,
  sealed: unknown,
  { catalog }: Scope,
): void {
  const stored = sealedIn(sealed);
  catalog.contract.mapConnectionSecrets(schema, config, (secret, path) => {
    if (secret === mask && stored[path] === undefined)
      throw catalogError(
        'BAD_REQUEST',
        `${property}.${path}: a masked secret keeps the one of ${holder}, which has none`,
      );
    return secret;
  });
}

/** Reads the private field: sealed secrets by path. */
export function sealedIn(field: unknown): Sealed {
  if (!isObject(field)) return {};
  return Object.fromEntries(Object.entries(field).map(([path, secret]) => [path, String(secret)]));
}

/** A masked connection with its secrets in plain text. */
export function openSecrets(schema: string, value: unknown, sealed: Sealed, scope: Opening): unknown {
  const { contract, sealer } = scope.catalog;
  const uniquePath = uniquePaths();
  return contract.mapConnectionSecrets(schema, value, (shown, path) => {
    const secret = sealed[uniquePath(path)];
    return secret === undefined ? shown : sealer.open(secret);
  });
}

/** Secrets in items of a list have the same path; from the second on they get a number. */
function uniquePaths(): (path: string) => string {
  const seen = new Map<string, number>();
  return (path) => {
    const count = (seen.get(path) ?? 0) + 1;
    seen.set(path, count);
    return count === 1 ? path : `${path}#${count}`;
  };
}
