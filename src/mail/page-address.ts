/** The address that links in mail and messages lead to: of the settings, else of the options. */
import { catalogError } from '../../contract/index.js';
import type { CatalogOptions } from '../catalog/index.js';
import type { SettingKind } from '../feature/index.js';
import { getSettingValue, type Sql } from '../storage/index.js';

export const ADDRESS = 'openMetadataBaseUrlConfiguration';

export const addressSettingKind: SettingKind = {
  schema: 'configuration/openMetadataBaseUrlConfiguration',
  initial: ({ publicUrl }) => ({ openMetadataUrl: publicUrl }),
  check({ openMetadataUrl }) {
    if (webAddress(openMetadataUrl) === null)
      throw catalogError('BAD_REQUEST', 'openMetadataUrl must be an address such as https://catalog.example.com');
  },
};

/** Without a trailing slash. */
export async function pageAddress(sql: Sql, { publicUrl }: Pick<CatalogOptions, 'publicUrl'>): Promise<string> {
  const stored = await getSettingValue<{ openMetadataUrl?: unknown }>(sql, ADDRESS);
  return webAddress(stored?.openMetadataUrl) ?? publicUrl;
}

function webAddress(given: unknown): string | null {
  if (typeof given !== 'string' || !URL.canParse(given)) return null;
  const { protocol, username, password, search, hash, origin, pathname } = new URL(given);
  const isPlain = ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
  return isPlain ? `${origin}${pathname}`.replace(/\/+$/, '') : null;
}
