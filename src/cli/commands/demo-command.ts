import { Command } from 'commander';
import { BOOTSTRAP, type BootstrapResult, refuseNewKey } from '../../access/index.js';
import { assemble } from '../../assemble.js';
import { keySource, makeSecretKey, readSecretKey, saveSecretKey } from '../../config/index.js';
import { createSystemContext } from '../../context/index.js';
import { type DemoStep, LOAD_DEMO, LOAD_DEMO_HISTORY, LOAD_DEMO_SOURCE, LOAD_DEMO_TALK } from '../../entities/index.js';
import { greetAdmin } from '../../main.js';
import { migrate } from '../../storage/index.js';
import { createWriteRunner } from '../../writer/index.js';
import { orFail } from '../fail.js';
import { addFlags, DATA_OPTIONS } from '../option-flags.js';
import { type OpenData, withStore } from '../with-store.js';

/**
 * `cairn demo`: loads sample data (300 tables, and some of everything else) while the server is stopped, and prints three requests
 * to try; with `--source-folder`, also writes a small SQLite database there whose table can be tested.
 */
export function demoCommand(): Command {
  return addFlags(new Command('demo').description('Load sample data.'), [...DATA_OPTIONS, 'sourceFolder']).action(
    (options) =>
      orFail(() =>
        withStore(
          options,
          async (open) => {
            const { admin } = await loadDemo(open);
            if (admin) console.log(greetAdmin(admin));
          },
          { alone: true },
        ),
      ),
  );
}

/** Seeds the catalog, stores the sample data and prints requests to try. */
export async function loadDemo({ config, store }: OpenData): Promise<BootstrapResult> {
  const found = readSecretKey(keySource(config));
  if (found === null) await refuseNewKey(store, config.data);
  await migrate(store);
  const secretKey = found ?? makeSecretKey();
  if (found === null) saveSecretKey(config.data, secretKey);
  const assembled = assemble({ config, publicUrl: config.publicUrl, secretKey });
  const { catalog, access, search, writeRoutes: routes, commands, features } = assembled;
  const context = createSystemContext(config.logLevel);
  const { rights } = access;
  const { flush } = search;
  const runner = createWriteRunner({
    store,
    catalog,
    context,
    routes,
    commands,
    rights,
    flush,
    onInvalidations: () => {},
  });
  // As a server does when it starts: the sample has tests of kinds that are seeded, and tasks for the administrator.
  const seedResults: Record<string, unknown> = {};
  for (const name of features.seeds) seedResults[name] = await runner.command(name, null);
  const stored = new Map<string, number>();
  for (let number = 0, more = true; more; number++) {
    const step = (await runner.command(LOAD_DEMO, number)) as DemoStep; // result type of that command
    stored.set(step.type, (stored.get(step.type) ?? 0) + step.stored);
    more = step.more;
  }
  await runner.command(LOAD_DEMO_TALK, null);
  await runner.command(LOAD_DEMO_HISTORY, null);
  const counts = [...stored].map(([type, count]) => `${type} ${count}`);
  console.log(`Sample data by type: ${counts.join(', ')}`);
  if (config.sourceFolder !== '') {
    const table = await runner.command(LOAD_DEMO_SOURCE, { folder: config.sourceFolder });
    console.log(`${String(table)}, in a SQLite file of ${config.sourceFolder}`);
  }
  console.log(tryThese(config.publicUrl || `http://127.0.0.1:${config.port}`));
  return (seedResults as Record<typeof BOOTSTRAP, BootstrapResult>)[BOOTSTRAP]; // the seed of this name resolves to it
}

/** Three requests to try with the sample data. */
function tryThese(address: string): string {
  const api = `${address}/api/v1`;
  return [
    'Try these, with a token from `cairn token --user admin` in $TOKEN:',
    `  curl -H "Authorization: Bearer $TOKEN" '${api}/search/query?q=customer+orders'`,
    `  curl -H "Authorization: Bearer $TOKEN" '${api}/search/query?q=tags.tagFQN:Sensitivity.Personal'`,
    `  curl -H "Authorization: Bearer $TOKEN" '${api}/tables/name/warehouse.analytics.facts.fct_orders?fields=owners,tags,columns'`,
  ].join('\n');
}
