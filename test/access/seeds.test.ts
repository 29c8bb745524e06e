import { expect, test } from 'vitest';
import { assemble } from '../../src/assemble.js';
import type { Catalog } from '../../src/catalog/index.js';
import { readConfig } from '../../src/config/index.js';
import { createSystemContext } from '../../src/context/index.js';
import { openWriteSide } from '../../src/writer/index.js';
import { forEachStore } from '../support/stores.js';

// The first start takes them as they are, so that it need not make ready what checks requests.
forEachStore('what a new catalog is seeded with', (use) => {
  test('fits the schemas of create requests', async () => {
    const config = readConfig({}, {});
    const assembled = assemble({ config, publicUrl: 'http://cairn.test', secretKey: Buffer.alloc(32, 7) });
    const { contract } = assembled.catalog;
    const seeded: [schema: string, value: unknown][] = [];
    const catalog: Catalog = {
      ...assembled.catalog,
      contract: {
        ...contract,
        withDefaults(schema, value) {
          seeded.push([schema, structuredClone(value)]);
          return contract.withDefaults(schema, value);
        },
      },
    };
    const side = await openWriteSide({
      ...assembled,
      catalog,
      store: use().store,
      context: createSystemContext('silent'),
      onInvalidations: () => {},
    });
    await side.stop();
    expect(seeded.length).toBeGreaterThan(10);
    for (const [schema, value] of seeded)
      expect(contract.validator(schema)(value), `${schema} ${JSON.stringify(value)}`).toMatchObject({ ok: true });
  });
});
