// Tables of the judged catalog: a warehouse in layers with copies for regions and for trying things out, the databases of
// applications, an event store in daily pieces, a bought system, offices in Asia.
import { type Asset, asset } from './asset.js';
import type { Dice } from './dice.js';
import { capital, SENSITIVE } from './people-and-labels.js';
import {
  asian,
  coded,
  firstNames,
  grains,
  leftovers,
  measures,
  regions,
  sources,
  steps,
  type Thing,
  things,
} from './vocabulary.js';

const personal = /email|first_name|last_name|full_name|birth_date|iban|account_number|card_number|push_token/;
const audit = ['created_at', 'updated_at'];

export interface Place {
  schema: string;
  owners: readonly Asset[];
  dice: Dice;
  /** Part of tables that is really there, of a hundred. */
  share: number;
  /** What people really use, tag and describe. */
  kept: boolean;
}

export function layered(database: string, place: Omit<Place, 'schema'>): Asset[] {
  const at = (schema: string) => ({ ...place, schema: `${database}.${schema}` });
  return things.flatMap((thing) => [
    ...staging(thing, at('staging')),
    ...intermediate(thing, at('intermediate')),
    ...core(thing, at('core')),
    ...marts(thing, at(`mart_${thing.department}`)),
  ]);
}

function staging(thing: Thing, place: Place): Asset[] {
  return sources
    .filter(() => place.dice.percent(60))
    .flatMap((source) => [
      ...table(
        `stg_${source}__${thing.plural}`,
        thing,
        place,
        `${spoken(thing)} from ${capital(source)}, renamed and typed.`,
      ),
    ]);
}

function intermediate(thing: Thing, place: Place): Asset[] {
  return steps
    .filter(() => place.dice.percent(80))
    .flatMap((step) => table(`int_${thing.plural}_${step}`, thing, place, `${capital(spoken(thing))}, ${step}.`));
}

function core(thing: Thing, place: Place): Asset[] {
  const event = thing.columns.some((column) => column.endsWith('_at') || column.endsWith('_amount'));
  return [
    ...table(`dim_${thing.plural}`, thing, place, `One row per ${spoken(thing)}, with its history.`),
    ...(event ? table(`fct_${thing.plural}`, thing, place, `One row for each time a ${spoken(thing)} happened.`) : []),
    ...table(`snap_${thing.plural}`, thing, place, `State of every ${spoken(thing)} at midnight.`),
  ];
}

function marts(thing: Thing, place: Place): Asset[] {
  return measures.flatMap((measure) =>
    grains
      .filter(() => place.dice.percent(55))
      .flatMap((grain) =>
        table(
          `mart_${thing.name}_${measure}_${grain}`,
          { ...thing, columns: [...thing.columns.slice(0, 2), measure, `${measure}_change`, 'period_start'] },
          place,
          `How ${measure} of ${thing.plural.replaceAll('_', ' ')} developed, ${grain.replaceAll('_', ' ')}.`,
        ),
      ),
  );
}

/** The database of an application: tables as the application calls them, and what was left lying about. */
export function application(database: string, style: 'snake' | 'camel', place: Omit<Place, 'schema'>): Asset[] {
  const named = (name: string) => (style === 'snake' ? name : name.split('_').map(capital).join(''));
  const at = { ...place, schema: `${database}.public` };
  return things.flatMap((thing) => [
    ...table(named(thing.plural), thing, at, `Every ${spoken(thing)} as the application writes it.`),
    ...table(named(`${thing.name}_audit_log`), thing, at, `Who changed a ${spoken(thing)}, and when.`),
    ...table(named(`${thing.name}_settings`), thing, { ...at, share: at.share / 3 }, ''),
    ...leftovers
      .filter(() => place.dice.percent(20))
      .flatMap((leftover) => table(named(`${thing.plural}_${leftover}`), thing, { ...at, kept: false }, '')),
  ]);
}

/** Events in daily pieces, as stores without partitions keep them. */
export function daily(schema: string, days: number, place: Omit<Place, 'schema'>): Asset[] {
  const names = ['page_views', 'checkout_events', 'ad_clicks', 'app_opens'];
  const start = Date.UTC(2024, 0, 1);
  return names.flatMap((name) =>
    Array.from({ length: days }, (_, i) => {
      const day = new Date(start + i * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
      return asset('table', `${name}_${day}`, schema, {
        columns: ['event_id', 'visitor_id', 'event_time', 'payload'],
        ...(place.dice.percent(10) ? { description: `Raw events of ${day}.` } : {}),
      });
    }),
  );
}

export function bought(schema: string): Asset[] {
  return coded.map(([code, shown], i) =>
    asset('table', code, schema, {
      displayName: shown,
      columns: ['MANDT', `${code}_KEY`, 'ERDAT', 'ERNAM'],
      description: `${shown} of the bought system.`,
      use: i * 3,
    }),
  );
}

export function offices(schema: string): Asset[] {
  return asian.map(([name, columns, description]) =>
    asset('table', name, schema, { columns: columns.split(', '), description }),
  );
}

/** What analysts make for themselves: names of everything, never described, hardly used. */
export function scratch(database: string, count: number, dice: Dice): Asset[] {
  const made = new Map<string, Asset>();
  while (made.size < count) {
    const thing = dice.pick(things);
    const who = dice.pick(firstNames).toLowerCase();
    const name = dice.percent(50)
      ? `${dice.pick(leftovers)}_${thing.plural}_${dice.pick(measures)}`
      : `${thing.plural}_${dice.pick(regions)}_${dice.pick(leftovers)}_${Math.floor(dice.next() * 30)}`;
    const one = asset('table', name, `${database}.scratch_${who}`, { columns: ['id', ...thing.columns] });
    made.set(one.fqn, one);
  }
  return [...made.values()];
}

function table(name: string, thing: Thing, { schema, owners, dice, share, kept }: Place, about: string): Asset[] {
  const there = dice.percent(share);
  const [described, owned, tagged, used] = [dice.percent(60), dice.percent(30), dice.percent(12), dice.percent(15)];
  const [owner, certified, use] = [dice.pick(owners), dice.percent(50), Math.floor(2 ** (dice.next() * 12))];
  if (!there) return [];
  const columns = ['id', ...thing.columns, ...audit];
  return [
    asset('table', name, schema, {
      columns,
      ...(described && about !== '' ? { description: about } : {}),
      ...(kept && owned ? { owner: { type: owner.type as 'user' | 'team', name: owner.name } } : {}),
      tags: kept && tagged ? [certified ? 'Certification.Gold' : 'Regulation.Sox'] : [],
      columnTags: kept
        ? Object.fromEntries(columns.filter((column) => personal.test(column)).map((column) => [column, SENSITIVE]))
        : {},
      use: kept && used ? use : 0,
    }),
  ];
}

function spoken({ name }: Thing): string {
  return name.replaceAll('_', ' ');
}
