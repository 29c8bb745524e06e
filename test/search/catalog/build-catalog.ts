// The catalog that the judged queries are asked of: the same every time, whole (20,000 assets) or with fewer copies (8,000).
import { type Asset, asset } from './asset.js';
import { createDice, type Dice } from './dice.js';
import { classifications, dataProducts, domains, people, tags, teams, words } from './people-and-labels.js';
import { application, bought, daily, layered, offices, scratch } from './tables.js';
import { departments, firstNames, measures, regions, sources, things } from './vocabulary.js';

/** What is copied between regions and tried out makes most of a catalog. */
const SIZES = {
  whole: { assets: 20_000, copied: 45, copiedOfSources: 60, copiedForDevelopment: 20 },
  small: { assets: 8_000, copied: 8, copiedOfSources: 30, copiedForDevelopment: 5 },
} as const;
type Size = (typeof SIZES)[keyof typeof SIZES];

/** In the order in which it can be created. */
export function buildCatalog(kind: keyof typeof SIZES): Asset[] {
  const size = SIZES[kind];
  const dice = createDice(4);
  const held = [...people(), ...teams(), ...classifications(), ...tags(), ...domains(), ...dataProducts()];
  const lasting = [...tables(dice, size), ...routines(dice), ...queries(dice), ...pipelines()];
  const places = containers(lasting);
  const sandbox = 1 + firstNames.length; // a database and a schema for each
  const spare = size.assets - held.length - places.length - lasting.length - sandbox;
  const tried = scratch('warehouse.sandbox', spare, dice);
  return [...held, ...containers([...lasting, ...tried]), ...lasting, ...tried];
}

function tables(dice: Dice, size: Size): Asset[] {
  const owners = [...people(), ...teams()];
  const whole = { owners, dice, share: 100, kept: true };
  const copied = (share: number) => ({ owners, dice, share, kept: false });
  return [
    ...layered('warehouse.analytics', whole),
    ...regions.flatMap((region) => layered(`warehouse.analytics_${region}`, copied(size.copied))),
    ...layered('warehouse.analytics_dev', copied(size.copiedForDevelopment)),
    ...application('webshop.shop', 'snake', whole),
    ...application('billing.core', 'camel', whole),
    ...sources.flatMap((source) => application(`${source}_app.main`, 'snake', copied(size.copiedOfSources))),
    ...daily('lake.events.raw', 366, whole),
    ...bought('erp.prd.sapsr3'),
    ...offices('webshop.shop_jp.public'),
  ];
}

function routines(dice: Dice): Asset[] {
  return things.flatMap(({ name, plural, department }) =>
    ['load', 'refresh', 'purge', 'reconcile', 'archive']
      .filter(() => dice.percent(80))
      .map((verb) =>
        asset('storedProcedure', `sp_${verb}_${plural}`, `warehouse.analytics.mart_${department}`, {
          description: `Runs at night to ${verb} every ${name.replaceAll('_', ' ')}.`,
          rest: { storedProcedureCode: { language: 'SQL', code: `call ${verb}()` } },
        }),
      ),
  );
}

function queries(dice: Dice): Asset[] {
  return things.flatMap(({ plural }) =>
    measures
      .filter(() => dice.percent(50))
      .map((measure) => {
        const name = `${measure}_of_${plural}`;
        return asset('query', name, 'warehouse', {
          displayName: words(name),
          rest: { query: `select sum(${measure}) from mart where kind = '${plural}'` },
        });
      }),
  );
}

function pipelines(): Asset[] {
  return ['warehouse', 'webshop', 'billing', 'erp', 'lake'].flatMap((service) =>
    ['metadata', 'usage', 'lineage', 'profiler'].map((kind) =>
      asset('ingestionPipeline', `${service}_${kind}_nightly`, service, {
        displayName: `Nightly ${kind} of ${service}`,
        rest: { pipelineType: kind },
      }),
    ),
  );
}

const serviceTypes: Readonly<Record<string, string>> = {
  warehouse: 'Snowflake',
  billing: 'Mssql',
  lake: 'BigQuery',
  erp: 'Oracle',
};

/** Services, databases and schemas that these live in. */
function containers(of: readonly Asset[]): Asset[] {
  const levels: [type: string, Map<string, Asset>][] = [
    ['databaseService', new Map()],
    ['database', new Map()],
    ['databaseSchema', new Map()],
  ];
  for (const { container = '' } of of) {
    const names = container.split('.');
    for (const [level, name] of names.entries()) {
      const [type, made] = levels[level] as (typeof levels)[number];
      const parent = names.slice(0, level).join('.');
      const rest = level === 0 ? { serviceType: serviceTypes[name] ?? 'Postgres' } : {};
      const one = asset(type, name, parent === '' ? null : parent, { rest, ...described(name) });
      made.set(one.fqn, one);
    }
  }
  return levels.flatMap(([, made]) => [...made.values()]);
}

function described(name: string): Partial<Asset> {
  const department = departments.find((one) => name === `mart_${one}`);
  return department ? { displayName: `${words(department)} Mart`, description: `What ${department} looks at.` } : {};
}
