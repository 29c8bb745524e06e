/**
 * The initial context for users with a persona: the entities that match the persona's rules, limited to what the
 * caller may see, rendered until the budget is used up. Built for each caller from current data.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  composeShown,
  contextOf,
  type EntityContext,
  type Fields,
  type Scope,
  selectAll,
} from '../../catalog/index.js';
import type { ContextDefinition, ContextRule } from '../../entities/index.js';
import { type EntityRow, getEntitiesByIds } from '../../storage/index.js';
import { parseFilterText } from '../query/parse-query-dsl.js';
import { readIndexes } from '../query/search-indexes.js';
import { ALL } from '../query/search-query.js';
import { runSearch } from './run-search.js';

/** Entities that are loaded at once. */
const PIECE = 25;
const SAMPLES = 5;

interface RuleResult {
  ruleName: string;
  entityType: string;
  matched: number;
  renderedFull: number;
  renderedCompact: number;
  manifestOnly: number;
  entities: EntityContext[];
}

/** `type/personaContext`, and the same as Markdown text. */
export interface PersonaContext {
  persona: Fields;
  generatedAt: number;
  fingerprint: string;
  truncated: boolean;
  rules: RuleResult[];
  manifest: { entityType: string; fullyQualifiedName: string; reason: 'compact' | 'omitted' }[];
}

/** The hits of a rule; 400 where its type or filter is invalid. */
async function matchRule(rule: ContextRule, size: number, scope: Scope) {
  const filter = rule.queryFilter?.trim() ? parseFilterText(rule.queryFilter, 'queryFilter') : ALL;
  const types = readIndexes(rule.entityType, scope.catalog.registry, '');
  const search = {
    query: ALL,
    filter,
    postFilter: ALL,
    types,
    deleted: false,
    from: 0,
    size,
    sort: null,
    after: null,
    exact: true,
  };
  return runSearch(search, scope);
}

export async function previewRule(rule: ContextRule, scope: Scope) {
  const { total, hits } = await matchRule(rule, SAMPLES, scope);
  return { matchedCount: total, sampleNames: hits.map(({ name }) => name) };
}

export async function buildContext(
  persona: Fields,
  definition: ContextDefinition,
  scope: Scope,
): Promise<{ context: PersonaContext; markdown: string }> {
  const { rules = [], characterBudget = 0, enabled } = definition;
  const page = { text: `# Persona context: ${persona.displayName || persona.name}\n`, left: characterBudget };
  const results: RuleResult[] = [];
  const manifest: PersonaContext['manifest'] = [];
  for (const rule of enabled === false ? [] : rules)
    if (rule.enabled !== false) results.push(await writeRule(rule, page, manifest, scope));
  const context: PersonaContext = {
    persona,
    generatedAt: scope.context.now(),
    fingerprint: createHash('sha256').update(page.text).digest('hex'),
    truncated: manifest.some(({ reason }) => reason === 'omitted'),
    rules: results,
    manifest,
  };
  return { context, markdown: page.text };
}

async function writeRule(
  rule: ContextRule,
  page: { text: string; left: number },
  manifest: PersonaContext['manifest'],
  scope: Scope,
): Promise<RuleResult> {
  const { total, hits } = await matchRule(rule, rule.maxAssets ?? 0, scope);
  const result: RuleResult = {
    ruleName: rule.name,
    entityType: rule.entityType,
    matched: total,
    renderedFull: 0,
    renderedCompact: 0,
    manifestOnly: 0,
    entities: [],
  };
  page.text += `\n## Rule: ${rule.name}\n\n`;
  for (let i = 0; i < hits.length; i += PIECE) {
    const ids = hits.slice(i, i + PIECE).map(({ id }) => id);
    for (const { row, entity } of await contextsOf(ids, page.left > 0, scope)) {
      const named = { entityType: row.type, fullyQualifiedName: row.fqn };
      const text = entity && (rule.fullyRendered ? wholeText(entity) : shortText(entity));
      if (!text || text.length > page.left) {
        result.manifestOnly++;
        manifest.push({ ...named, reason: 'omitted' });
        continue;
      }
      page.text += text;
      page.left -= text.length;
      result.entities.push(entity);
      if (rule.fullyRendered) result.renderedFull++;
      else {
        result.renderedCompact++;
        manifest.push({ ...named, reason: 'compact' });
      }
    }
    await setImmediate(); // yield to other requests
  }
  return result;
}

/** Contexts in the order of `ids`, with the entities themselves where `wanted`. */
async function contextsOf(
  ids: readonly string[],
  wanted: boolean,
  scope: Scope,
): Promise<{ row: EntityRow; entity: EntityContext | null }[]> {
  const rows = await getEntitiesByIds(scope.sql, ids);
  const entities = new Map<string, EntityContext>();
  for (const name of wanted ? new Set(rows.map((row) => row.type)) : []) {
    const type = scope.catalog.registry.get(name);
    const ofType = rows.filter((row) => row.type === name);
    for (const [i, text] of (await composeShown(ofType, type, selectAll(type), scope)).entries())
      entities.set((ofType[i] as EntityRow).id, contextOf(type, JSON.parse(text) as Fields, scope));
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [{ row, entity: entities.get(id) ?? null }] : [];
  });
}

function shortText({ fullyQualifiedName, description }: EntityContext): string {
  const [first = ''] = String(description ?? '').split('\n');
  return `- ${fullyQualifiedName}${first === '' ? '' : `: ${first}`}\n`;
}

function wholeText(entity: EntityContext): string {
  const { entityType, fullyQualifiedName, description, assetContext, tags } = entity;
  const lines = [`### ${entityType}: ${fullyQualifiedName}`, ''];
  if (description) lines.push(String(description), '');
  if (tags.length > 0) lines.push(`Tags: ${tags.join(', ')}`, '');
  for (const [name, facts] of Object.entries(assetContext ?? {}))
    lines.push(`${name}:`, '', '```json', JSON.stringify(facts), '```', '');
  return `${lines.join('\n')}\n`;
}
