// Texts of the pages. Each area declares its own; nothing else in `ui` may contain text (`npm run check`).
import { createInstance, type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';

/** The instance of i18next; languages are added to it. */
export const language = createInstance();

void language.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  ns: [],
  resources: {},
  interpolation: { escapeValue: false }, // React escapes
  initAsync: false,
});

export interface Words<Key extends string> {
  area: string;
  keys?: Key;
}

/** Keys as they are asked for: forms of a plural (`rows_one`, `rows_other`) are one. */
type Asked<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;

/**
 * The texts of an area, as plain English in sentence case. Plurals: `rows_one`, `rows_other`, asked for as `t('rows', { count })`.
 * What varies is in double braces: `'Owned by {{name}}'`.
 */
export function defineWords<const T extends Record<string, string>>(
  area: string,
  texts: T,
): Words<Asked<keyof T & string>> {
  language.addResourceBundle('en', area, texts);
  return { area };
}

/** What is put into a text. */
export type Values = Readonly<Record<string, string | number | undefined>>;
export type Say<Key extends string> = (key: Key, values?: Values) => string;

/** The texts of an area in the language of the person. */
export function useWords<Key extends string>(words: Words<Key>): Say<Key> {
  const { t } = useTranslation(words.area, { i18n: language });
  return t as unknown as Say<Key>; // i18next cannot know the keys of areas
}

/** Outside of components. */
export function say<Key extends string>(words: Words<Key>): Say<Key> {
  const t: TFunction = language.getFixedT(null, words.area);
  return t as unknown as Say<Key>;
}
