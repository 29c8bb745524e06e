import { language } from '../define-words.js';
import type { settingAbouts } from './setting-abouts.js';

type Key = Extract<NonNullable<(typeof settingAbouts)['keys']>, string>;
type Setting<K extends string = Key> = K extends `${infer Name}.fields` ? Name : never;

/** The texts of a setting for the page of settings, which loads them; before that they are not asked for. */
export function aboutSetting(name: Setting): { about: () => string; fields: () => string } {
  const say = (key: string) => language.t(key, { ns: 'settingAbouts' });
  return { about: () => say(name), fields: () => say(`${name}.fields`) };
}
