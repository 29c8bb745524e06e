// Users, teams, tags, domains and data products of the judged catalog.
import { type Asset, asset } from './asset.js';
import { departments, firstNames, labels, lastNames, things } from './vocabulary.js';

/** The tag without which columns about people would not be found. */
export const SENSITIVE = 'Privacy.Sensitive';

export function people(): Asset[] {
  return lastNames.flatMap((last, row) =>
    firstNames.map((first, i) => {
      const name = `${first}.${last}`.toLowerCase();
      const team = departments[(row + i) % departments.length] as string;
      return {
        ...asset('user', name, null, {
          displayName: `${first} ${last}`,
          description: `Works for ${team}.`,
          rest: { email: `${name}@retail.example` },
        }),
        fqn: `"${name}"`,
      };
    }),
  );
}

export function teams(): Asset[] {
  return departments.flatMap((department) =>
    ['analytics', 'engineering', 'operations'].map((kind) =>
      asset('team', `${department}_${kind}`, null, {
        displayName: `${capital(department)} ${capital(kind)}`,
        description: `The ${kind} team of ${department}.`,
        rest: { teamType: 'Group' },
      }),
    ),
  );
}

export function classifications(): Asset[] {
  return Object.keys(labels).map((name) => asset('classification', name, null, { description: `Says the ${name}.` }));
}

export function tags(): Asset[] {
  return Object.entries(labels).flatMap(([classification, names]) =>
    names.map((name) => asset('tag', name, classification, { description: `${name}, as to ${classification}.` })),
  );
}

export function domains(): Asset[] {
  return departments.map((department) =>
    asset('domain', capital(department), null, {
      description: `All about ${department}.`,
      rest: { domainType: 'Aggregate' },
    }),
  );
}

export function dataProducts(): Asset[] {
  return things
    .filter((_, i) => i % 2 === 0)
    .map(({ name, department }) =>
      asset('dataProduct', `${name}_insights`, null, {
        displayName: `${words(name)} Insights`,
        description: `Figures about every ${name.replaceAll('_', ' ')}, offered to all.`,
        domain: capital(department),
      }),
    );
}

export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** `order_item` as people write it: Order Item. */
export function words(name: string): string {
  return name.split('_').map(capital).join(' ');
}
