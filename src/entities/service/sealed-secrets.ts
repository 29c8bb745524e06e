/**
 * Secrets inside a stored field: the document holds a mask in their place, the private field `$<field>` each sealed secret by its
 * path. A mask that comes back keeps the secret that is stored; the same secret sent again changes nothing.
 */
import { isObject } from '../../../contract/index.js';
import { equal, type Fields, type Scope } from '../../catalog/index.js';

export const mask = '*********';

export interface SecretField {
  /** Field of the entity that holds secrets. */
  field: string;
  /** Contract key of the value whose secrets are meant. */
  schema: string;
  /** It is a connection: what looks like a secret is one. */
  connection?: true;
}

type Sealed = Record<string, string>;

/**
 * Masks the field of `after` and puts its secrets into the private field. Returns the paths of stored secrets that a mask stood for,
 * when the field changed.
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
  const place = places();
  const behindMask: string[] = [];
  const map = connection ? contract.mapConnectionSecrets : contract.mapSecrets;
  after[field] = map(schema, value, (secret, path) => {
    const at = place(path);
    const kept = stored[at];
    if (secret === mask) {
      if (kept === undefined) return mask;
      behindMask.push(at);
      sealed[at] = kept;
      return mask;
    }
    if (secret === '') return '';
    sealed[at] = kept !== undefined && sealer.open(kept) === secret ? kept : sealer.seal(secret);
    return mask;
  });
  if (Object.keys(sealed).length > 0) after[hidden] = sealed;
  else delete after[hidden];
  return behindMask;
}

/** Sealed secrets by their paths, as the private field holds them. */
function sealedIn(field: unknown): Sealed {
  if (!isObject(field)) return {};
  return Object.fromEntries(Object.entries(field).map(([path, secret]) => [path, String(secret)]));
}

/** A masked connection with its secrets in plain. */
export function openSecrets(schema: string, value: unknown, sealed: Sealed, scope: Scope): unknown {
  const { contract, sealer } = scope.catalog;
  const place = places();
  return contract.mapConnectionSecrets(schema, value, (shown, path) => {
    const kept = sealed[place(path)];
    return kept === undefined ? shown : sealer.open(kept);
  });
}

/** Several secrets can share a path (items of a list); the second and later ones get a number. */
function places(): (path: string) => string {
  const seen = new Map<string, number>();
  return (path) => {
    const count = (seen.get(path) ?? 0) + 1;
    seen.set(path, count);
    return count === 1 ? path : `${path}#${count}`;
  };
}
