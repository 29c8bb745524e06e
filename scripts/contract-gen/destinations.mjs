// The kinds of destinations of alerts: each file of `src/destinations/kinds`, whose name is the `type` of a destination, and
// whose export has a documentation comment that begins with a name for people: /** Google Chat: a card. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../src/destinations/kinds');

/** `{ type, title, constant, file }` of each, by type. */
export function readDestinations() {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => {
      const file = name.replace(/\.ts$/, '');
      const type = file.replace(/(?:^|-)([a-z])/g, (_all, letter) => letter.toUpperCase());
      const constant = type[0].toLowerCase() + type.slice(1);
      const documented = new RegExp(
        `/\\*\\*\\s+(?:\\* )?([^:*]+):[^*]*(?:\\*(?!/)[^*]*)*\\*/\\nexport const ${constant}\\b`,
      );
      const [, title] = documented.exec(readFileSync(join(FOLDER, name), 'utf8')) ?? [];
      if (title === undefined)
        throw new Error(
          `src/destinations/kinds/${name} exports no ${constant} with a comment /** Name: what it sends. */`,
        );
      return { type, title, constant, file };
    })
    .sort((a, b) => (a.type < b.type ? -1 : 1));
}

/** The types of destinations that the interface has, and those that only Cairn has. */
export function withDestinations(types) {
  return [...new Set([...types, ...readDestinations().map(({ type }) => type)])];
}
