import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseList } from '../../contract/index.js';
import { type Command, type Fields, putOwn } from '../catalog/index.js';
import { getEntityByFqn, getSetting, putSetting } from '../storage/index.js';

interface Seeds {
  /** Name of the command. */
  name: string;
  /** Where the checksum of the stored file is kept. */
  setting: string;
  type: string;
  /** A JSON list of create requests. */
  file: string;
  /** Whether those that exist are replaced; otherwise only new ones are added. */
  override?: boolean;
}

/** Stores the entities of a file, if the file changed since it was last stored. */
export function seedsOf({ name, setting, type: typeName, file, override = false }: Seeds): Command {
  return {
    name,
    async run(_, scope) {
      const text = readFileSync(file, 'utf8');
      const doc = JSON.stringify(createHash('sha256').update(text).digest('hex'));
      if ((await getSetting(scope.sql, setting))?.doc === doc) return null;
      const wanted: Fields[] = [];
      for (const create of parseList<Fields>(text))
        if (override || !(await getEntityByFqn(scope.sql, typeName, String(create.name)))) wanted.push(create);
      if (wanted.length > 0) await putOwn(scope.catalog.registry.get(typeName), wanted, { override }, scope);
      await putSetting(scope.sql, { name: setting, updated_at: scope.context.now(), doc });
      return null;
    },
  };
}
