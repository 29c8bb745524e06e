/**
 * Changes to seeds of earlier versions: narrower rules, rule by rule, and recognizers of tags. Existing catalogs get them
 * once, at their next start; what an administrator changed is left alone.
 */
import { labelTypes, parseObject, type Tag } from '../../../contract/index.js';
import { changeEntity, type Fields, type Scope } from '../../catalog/index.js';
import { ACCESS_TYPE, identified } from '../../entities/index.js';
import { type EntityRow, getEntityByFqn, listEntities } from '../../storage/index.js';
import { SEED_CLASSIFICATIONS } from './seed-classifications.js';
import { SEED_POLICIES, type SeedRule } from './seed-policies.js';

/** The effective part of a rule, without its description, which may have been edited. */
type Effect = Pick<SeedRule, 'name' | 'resources' | 'operations' | 'effect' | 'condition'>;

interface RuleChange {
  policy: string;
  old: Effect;
  /** Names of the seeded rules that replace it. */
  now: readonly string[];
}

const edited = (policy: string, name: string): RuleChange => ({
  policy,
  old: { name, resources: ['All'], operations: ['EditAll', 'ViewAll'], effect: 'allow' },
  now: [name, `${name.replace(/-Usage$/, '')}-View`],
});

const RULE_CHANGES: readonly RuleChange[] = [
  {
    policy: 'OrganizationPolicy',
    old: {
      name: 'OrganizationPolicy-NoOwner-Rule',
      resources: ['all'],
      operations: ['EditOwners'],
      effect: 'allow',
      condition: 'noOwner()',
    },
    now: ['OrganizationPolicy-NoOwner-Rule'],
  },
  {
    policy: 'IngestionBotPolicy',
    old: {
      name: 'IngestionBotRule-Allow',
      resources: ['All'],
      operations: ['Create', 'BulkCreate', 'BulkUpdate', 'EditAll', 'ViewAll', 'Delete'],
      effect: 'allow',
    },
    now: [
      'IngestionBotRule-Allow',
      'IngestionBotRule-Allow-People',
      'IngestionBotRule-Allow-Properties',
      'IngestionBotRule-Allow-View',
    ],
  },
  edited('LineageBotPolicy', 'LineageBotRule-Allow'),
  edited('UsageBotPolicy', 'UsageBotRule-Allow-Usage'),
  edited('ProfilerBotPolicy', 'ProfilerBotBotRule-Allow'),
  edited('QualityBotPolicy', 'QualityBotBotRule-Allow'),
];

/** Names under which applied changes are recorded. */
export const SEED_CHANGES = [
  'change narrower-rules',
  'change documented-operations',
  'change recognizers-of-tags',
] as const;

export async function applySeedChange(name: (typeof SEED_CHANGES)[number], scope: Scope): Promise<void> {
  if (name === 'change narrower-rules') await narrowRules(scope);
  else if (name === 'change documented-operations') await dropOwnOperation(scope);
  else await addRecognizers(scope);
}

/** Seeded tags had nothing to be recognized by, so that classifiers never applied them. */
async function addRecognizers(scope: Scope): Promise<void> {
  const type = scope.catalog.registry.get(labelTypes.Classification);
  for (const { name, tags } of SEED_CLASSIFICATIONS)
    for (const { name: tag, recognizers } of tags) {
      const row = recognizers && (await getEntityByFqn(scope.sql, type.name, `${name}.${tag}`));
      if (!row) continue;
      const { provider, recognizers: own } = parseObject<Tag>(row.doc);
      if (provider !== 'system' || own?.length) continue;
      const given = scope.catalog.contract.withDefaults(type.create ?? type.schema, {
        recognizers: identified(recognizers, [], scope),
      });
      await changeEntity(type, row, (value: Fields) => ({ ...value, recognizers: given.recognizers }), scope);
      scope.context.log.info({ tag: row.fqn }, 'added recognizers to a seeded tag');
    }
}

async function narrowRules(scope: Scope): Promise<void> {
  for (const policy of new Set(RULE_CHANGES.map((change) => change.policy))) {
    const row = await getEntityByFqn(scope.sql, ACCESS_TYPE.policy, policy);
    if (!row) continue;
    const changes = RULE_CHANGES.filter((change) => change.policy === policy);
    const rules = rulesOf(row);
    const now = rules.flatMap((rule) => {
      const change = changes.find(({ old }) => sameEffect(old, rule));
      return change ? seededRules(change, rules) : [rule];
    });
    const kept = changes.filter(({ old }) => !rules.some((rule) => sameEffect(old, rule)));
    for (const { old } of kept)
      scope.context.log.warn(
        { policy, rule: old.name },
        'a seeded rule was changed by hand and is not updated; see docs/security.md',
      );
    if (kept.length < changes.length) await setRules(row, now, scope);
  }
}

/** The rules that replace a seeded one, without those whose names are already in use. */
function seededRules({ policy, old, now }: RuleChange, rules: readonly Effect[]): SeedRule[] {
  const taken = new Set(rules.map((rule) => rule.name).filter((name) => name !== old.name));
  const seeded = SEED_POLICIES.find((one) => one.name === policy)?.rules ?? [];
  return seeded.filter((rule) => now.includes(rule.name) && !taken.has(rule.name));
}

/**
 * Removes an operation that clients do not know, because they reject policies that contain it. Bots that read unmasked
 * connections are now named by an option; subjects that a rule allowed to do so keep the permission to view the
 * service.
 */
async function dropOwnOperation(scope: Scope): Promise<void> {
  const rows = await listEntities(scope.sql, { type: ACCESS_TYPE.policy, include: 'all', limit: 100_000 });
  for (const row of rows.filter(({ doc }) => doc.includes('"ViewSecrets"'))) {
    const now = rulesOf(row).flatMap((rule) => {
      const operations: string[] = rule.operations.filter((operation: string) => operation !== 'ViewSecrets');
      if (operations.length === rule.operations.length) return [rule];
      if (operations.length > 0) return [{ ...rule, operations }];
      return rule.effect === 'allow' ? [{ ...rule, operations: ['ViewBasic'] }] : [];
    });
    const note =
      'policies can no longer grant access to connection secrets; list the bots that need them in CAIRN_CONNECTION_READERS';
    scope.context.log.warn({ policy: row.fqn }, note);
    if (now.length > 0) await setRules(row, now, scope);
  }
}

function rulesOf(row: EntityRow): SeedRule[] {
  return parseObject<{ rules?: SeedRule[] }>(row.doc).rules ?? [];
}

async function setRules(row: EntityRow, rules: readonly object[], scope: Scope): Promise<void> {
  const type = scope.catalog.registry.get(ACCESS_TYPE.policy);
  await changeEntity(type, row, (value: Fields) => ({ ...value, rules }), scope);
  scope.context.log.info({ policy: row.fqn }, 'updated the rules of a seeded policy');
}

function sameEffect(seeded: Effect, stored: Effect): boolean {
  return effectText(seeded) === effectText(stored);
}

function effectText({ name, resources, operations, effect, condition }: Effect): string {
  return JSON.stringify([name, resources, operations, effect, condition?.trim() || null]);
}
