/** Where users and teams get messages: `profile.subscription`, whose secrets are stored sealed. */
import { isObject, parseObject } from '../../../contract/index.js';
import type { Catalog, Fields, Scope } from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';
import { checkHttpConfig } from '../alerts/destination-config.js';
import { sealConfig } from '../service/seal-connection.js';
import { openSecrets, refuseLooseMasks, sealedIn } from '../service/sealed-secrets.js';

const SCHEMA = 'type/profile';
const SEALED = '$profile';
const PLACE = { schema: SCHEMA, property: 'profile', holder: 'the same profile' };

/** Checks the addresses of a profile and seals their secrets. 400. */
export function settleProfile(after: Fields, before: Fields | null, scope: Scope): void {
  if (after.profile === undefined) {
    delete after[SEALED];
    return;
  }
  if (isObject(after.profile) && isObject(after.profile.subscription))
    for (const [provider, config] of Object.entries(after.profile.subscription))
      checkHttpConfig(config, `profile.subscription.${provider}`, scope.catalog.options);
  const stored = before && { config: before.profile, sealed: before[SEALED] };
  refuseLooseMasks(PLACE, after.profile, stored?.sealed, scope);
  const { config, sealed } = sealConfig(PLACE, after.profile, stored, scope);
  after.profile = config;
  if (sealed === undefined) delete after[SEALED];
  else after[SEALED] = sealed;
}

/** The profile of a user or team with its secrets in plain text. */
export function openProfile(
  { extra }: Pick<EntityRow, 'extra'>,
  catalog: Pick<Catalog, 'contract' | 'sealer'>,
): Fields {
  const { profile, [SEALED]: sealed } = parseObject(extra ?? '{}');
  const open = openSecrets(SCHEMA, profile, sealedIn(sealed), { catalog });
  return isObject(open) ? open : {};
}
