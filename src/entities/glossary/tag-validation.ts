/** `PUT {id}/tags/validate`: whether tags can be set on a term without contradicting tags of its assets. */
import { type BulkOperationResult, CatalogError, parseReference, type TagLabel } from '../../../contract/index.js';
import {
  type BulkItem,
  bulkResult,
  changeEntity,
  type DataRoute,
  json,
  type Reply,
  type Request,
  readBody,
  type Scope,
  visibleIds,
} from '../../catalog/index.js';
import { listTaggedEntities, type ReferenceRow, type TagLabelRow, tagUsagesOf } from '../../storage/index.js';
import { resolveLabels, uniteLabels } from '../../traits/index.js';
import { targetToChange } from '../entity-route.js';

const typeName = 'glossaryTerm';
const body = 'api/validateGlossaryTagsRequest';
const PAGE = 500;

export function tagValidationRoute(path: string): DataRoute {
  return {
    kind: 'write',
    method: 'PUT',
    path: `${path}/{id}/tags/validate`,
    docs: {
      operationId: 'validateGlossaryTermTags',
      summary: 'Check tags for a term against the tags of its assets',
      description:
        'Assets of a term get its tags too. The response names each asset that the caller may see and that has a tag which excludes one of the given tags. Without `dryRun`, the tags are added to the term if no asset fails.',
      tag: typeName,
      body: { schema: body },
      answers: { 200: { description: 'Result of each asset', schema: 'type/bulkOperationResult' } },
      errors: [404],
    },
    handle: validateTags,
  };
}

async function validateTags(request: Request, scope: Scope): Promise<Reply> {
  const found = await targetToChange(typeName, request, 'EditTags', scope);
  const { dryRun = true, glossaryTags = [] } = scope.catalog.contract.withDefaults(
    body,
    readBody(request, body, scope),
  );
  const [given = []] = await resolveLabels([glossaryTags], scope);
  const passed: BulkItem[] = [];
  const failed: BulkItem[] = [];
  for await (const assets of eachPage(found.row.id, scope)) {
    // Neither the number of other assets nor what tags they have is for this reader.
    const visible = await visibleIds(assets, scope);
    const shown = assets.filter(({ id }) => visible.has(id));
    const refused = await refusedAssets(found.row.id, shown, given, scope);
    for (const asset of shown) {
      const error = refused.get(asset.id);
      const item = parseReference(asset.ref);
      if (error) failed.push({ request: item, status: error.status, message: error.message });
      else passed.push({ request: item, status: 200 });
    }
  }
  if (!dryRun && failed.length === 0 && given.length > 0)
    await changeEntity(
      found.type,
      found.row,
      (term) => ({ ...term, tags: uniteLabels(Array.isArray(term.tags) ? term.tags : [], given) }),
      scope,
    );
  return json<BulkOperationResult>(200, bulkResult(dryRun, passed, failed));
}

async function* eachPage(tagId: string, { sql }: Scope): AsyncGenerator<ReferenceRow[]> {
  for (let after: string | undefined; ; ) {
    const page = await listTaggedEntities(sql, { tagId, limit: PAGE, ...(after === undefined ? {} : { after }) });
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.id;
  }
}

/** Errors by asset id. Assets with the same labels share their decision. */
async function refusedAssets(
  termId: string,
  assets: readonly ReferenceRow[],
  given: readonly TagLabel[],
  scope: Scope,
): Promise<Map<string, CatalogError>> {
  const usages = await tagUsagesOf(
    scope.sql,
    assets.map(({ id }) => id),
    'both',
  );
  const decided = new Map<string, CatalogError | null>();
  const refused = new Map<string, CatalogError>();
  for (const labels of byPart(usages)) {
    const asset = labels.find(({ tag_id }) => tag_id === termId)?.entity_id;
    if (asset === undefined || refused.has(asset)) continue;
    const key = labels.map(({ tag_id }) => tag_id).join();
    const error = decided.get(key) ?? (decided.has(key) ? null : await refusal(labels, given, scope));
    decided.set(key, error);
    if (error) refused.set(asset, error);
  }
  return refused;
}

function labelOf({ tag_fqn, tag_type }: TagLabelRow): TagLabel {
  const source = tag_type === typeName ? 'Glossary' : 'Classification';
  return { tagFQN: tag_fqn, source, labelType: 'Manual', state: 'Confirmed' };
}

/** The labels of each part of each asset. */
function byPart(usages: readonly TagLabelRow[]): Iterable<TagLabelRow[]> {
  const groups = new Map<string, TagLabelRow[]>();
  for (const usage of usages) {
    const key = `${usage.entity_id} ${usage.part}`;
    const group = groups.get(key);
    if (group) group.push(usage);
    else groups.set(key, [usage]);
  }
  return groups.values();
}

async function refusal(
  labels: readonly TagLabelRow[],
  given: readonly TagLabel[],
  scope: Scope,
): Promise<CatalogError | null> {
  const own = labels.map(labelOf);
  try {
    await resolveLabels([[...own, ...given]], scope, own);
    return null;
  } catch (error) {
    if (error instanceof CatalogError && error.status === 400) return error;
    throw error;
  }
}
