import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseList } from '../../../../contract/index.js';
import { type Command, type Fields, putOwn } from '../../../catalog/index.js';
import { getSetting, putSetting } from '../../../storage/index.js';
import { TEST_TYPE } from '../edges.js';

export const SEED_TEST_DEFINITIONS = 'entities.seedTestDefinitions';
const SETTING = 'testDefinitions.seeded';

/** Stores the test definitions of some files, if one of them changed since they were last stored. */
export function testDefinitionSeeds(files: readonly string[]): Command {
  return {
    name: SEED_TEST_DEFINITIONS,
    async run(_, scope) {
      const texts = files.map((file) => readFileSync(file, 'utf8'));
      const doc = JSON.stringify(createHash('sha256').update(texts.join()).digest('hex'));
      if ((await getSetting(scope.sql, SETTING))?.doc === doc) return null;
      const type = scope.catalog.registry.get(TEST_TYPE.definition);
      await putOwn(
        type,
        texts.flatMap((text) => parseList<Fields>(text)),
        { override: true },
        scope,
      );
      await putSetting(scope.sql, { name: SETTING, updated_at: scope.context.now(), doc });
      return null;
    },
  };
}
