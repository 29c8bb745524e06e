/** Keeps the secrets of a connection out of what a source says about an error. */
import type { Fields, Scope } from '../../catalog/index.js';

/** The secrets of a configuration in plain text. `type`: the `type` of the connection. */
export function secretsOfConnection(type: string, config: Fields, { catalog }: Pick<Scope, 'catalog'>): string[] {
  const found: string[] = [];
  const collect = (secret: string) => {
    found.push(secret);
    return secret;
  };
  for (const { family } of catalog.registry.types) {
    const schema = family && catalog.contract.connectionSchema(family, type);
    if (schema) catalog.contract.mapConnectionSecrets(schema, config, collect);
  }
  return found;
}

/** A source may repeat what it was sent. Very short secrets are left, as they would blank out ordinary words. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(({ length }) => length > 3)
    .reduce((shown, secret) => shown.replaceAll(secret, '*********'), text);
}
