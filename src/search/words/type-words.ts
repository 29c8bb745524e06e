/** What people call types in questions: as types declare it, and as the interface calls those that are not registered. Pure. */
import { interfaceTypes } from '../../../contract/index.js';
import type { Registry } from '../../catalog/index.js';

/** The types that a word, or two, in the singular and lower case stands for; null for other words. */
export type TypeWords = (words: string) => readonly string[] | null;

export function typeWords({ types }: Pick<Registry, 'types'>): TypeWords {
  return (words) => {
    const known = types.filter(({ search }) => search?.calledAs?.includes(words)).map(({ name }) => name);
    for (const [name, { calledAs }] of Object.entries(interfaceTypes))
      if (calledAs?.includes(words) && !types.some((type) => type.name === name)) known.push(name);
    return known.length > 0 ? known : null;
  };
}
