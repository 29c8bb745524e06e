// Texts of the pages. Each area declares its own; nothing else in `ui` may contain text (`npm run check`).
import { createInstance, type FormatterModule } from 'i18next';
import { useSyncExternalStore } from 'react';

/** The instance of i18next; languages are added to it. */
export const language = createInstance();

/** Counts are written as people read them; other numbers, such as those of ports, stay as they are. */
const counts: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value, _form, lng, options) =>
    typeof value === 'number' && options?.interpolationkey === 'count' ? value.toLocaleString(lng) : value,
};

void language.use(counts).init({
  lng: 'en',
  fallbackLng: 'en',
  ns: [],
  resources: {},
  interpolation: { escapeValue: false, alwaysFormat: true }, // React escapes
  keySeparator: false, // keys have dots, and areas are not nested
  nsSeparator: false,
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
  language.addResourceBundle('en', area, texts, false, true, { silent: true, skipCopy: true });
  return { area };
}

/** What is put into a text. */
export type Values = Readonly<Record<string, string | number | undefined>>;
export type Say<Key extends string> = (key: Key, values?: Values) => string;

/** The texts of an area in the language of the person. Another language is another function. */
export function useWords<Key extends string>(words: Words<Key>): Say<Key> {
  useSyncExternalStore(followLanguage, spoken);
  return say(words);
}

const followLanguage = (changed: () => void) => {
  language.on('languageChanged', changed);
  return () => language.off('languageChanged', changed);
};
const spoken = () => language.language;

/** By language and area, so that the same call returns the same function, which effects depend on. */
const said = new Map<string, unknown>();

/** A page asks for the same texts with each of its drawings, and i18next looks for plurals, nesting and values in each. */
function remembering(ask: (key: string, values?: Values) => string): Say<string> {
  const plain = new Map<string, string>();
  return (key, values) => {
    if (values !== undefined) return ask(key, values);
    const known = plain.get(key) ?? ask(key);
    plain.set(key, known);
    return known;
  };
}

/** Outside of components. */
export function say<Key extends string>({ area }: Words<Key>): Say<Key> {
  const key = `${language.language} ${area}`;
  const known = said.get(key) ?? remembering(language.getFixedT(null, area));
  said.set(key, known);
  return known as Say<Key>; // i18next cannot know the keys of areas
}
