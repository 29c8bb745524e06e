/**
 * The words for types in questions: those that types declare, and the interface's names of types that are not
 * registered. Pure.
 */
import { interfaceTypes } from '../../../contract/index.js';
import type { Registry } from '../../catalog/index.js';

/** The types that one or two words mean, given in singular and lower case; null for other words. */
export type TypeWords = (words: string) => readonly string[] | null;

export function typeWords({ types }: Pick<Registry, 'types'>): TypeWords {
  return (words) => {
    const known = types.filter(({ search }) => search?.calledAs?.includes(words)).map(({ name }) => name);
    for (const [name, { calledAs }] of Object.entries(interfaceTypes))
      if (calledAs?.includes(words) && !types.some((type) => type.name === name)) known.push(name);
    return known.length > 0 ? known : null;
  };
}
