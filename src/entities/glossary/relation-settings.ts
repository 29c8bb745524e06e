/** The setting `glossaryTermRelationSettings`: the types of relations between terms, and what no write of it may do. */
import { catalogError, type GlossaryTermRelationType } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import type { SettingKinds, SettingValue } from '../../feature/index.js';
import { initialTypes } from './initial-relation-types.js';
import { RELATION_SETTING, relationUsage, typesOf } from './relation-types.js';

type RelationType = GlossaryTermRelationType;

export const relationSettings: SettingKinds = {
  [RELATION_SETTING]: {
    schema: `configuration/${RELATION_SETTING}`,
    initial: ({ contract }): SettingValue =>
      contract.withDefaults(`configuration/${RELATION_SETTING}`, { relationTypes: initialTypes }),
    check: async (value, before, scope) => {
      const [now, old] = [typesOf(value), typesOf(before)];
      refuseSameNames(now);
      refuseOfSystem(now, old);
      await refuseUsed(now, old, scope);
    },
  },
};

function refuseSameNames(types: readonly RelationType[]): void {
  const seen = new Set<string>();
  for (const { name } of types) {
    if (seen.has(name.toLowerCase()))
      throw catalogError(
        'BAD_REQUEST',
        `relationTypes: ${name} is there twice; names that differ in case only are the same`,
      );
    seen.add(name.toLowerCase());
  }
}

/** The types of the system stay, and no other becomes one. */
function refuseOfSystem(types: readonly RelationType[], old: readonly RelationType[]): void {
  const provided = new Set(old.filter((type) => type.isSystemDefined).map((type) => type.name));
  for (const { name, isSystemDefined = false } of types)
    if (isSystemDefined !== provided.delete(name))
      throw catalogError('BAD_REQUEST', `relationTypes: isSystemDefined of ${name} must be ${!isSystemDefined}`);
  const [gone] = provided;
  if (gone !== undefined)
    throw catalogError('BAD_REQUEST', `relation type ${gone} is provided by the system and cannot be deleted`);
}

async function refuseUsed(types: readonly RelationType[], old: readonly RelationType[], scope: Scope): Promise<void> {
  const names = new Set(types.map((type) => type.name));
  const gone = old.filter((type) => !names.has(type.name));
  if (gone.length === 0) return;
  const usage = await relationUsage(scope);
  for (const { name } of gone) {
    const used = usage[name] ?? 0;
    if (used > 0)
      throw catalogError(
        'BAD_REQUEST',
        `relation type ${name} cannot be deleted: ${used} ${used === 1 ? 'relation has' : 'relations have'} it`,
      );
  }
}
