/** Terms below a moved one are moved, too: what was approved elsewhere is reviewed where it is now. */
import { forbidden, type GlossaryTerm, parseObject } from '../../../contract/index.js';
import { changeEntity, insideOf, type Scope } from '../../catalog/index.js';
import { type EntityRow, listEntities } from '../../storage/index.js';
import { statusAfterMove } from './approval.js';

/** Each becomes a version, and a task for its reviewers. */
const MOST_REVIEWED = 100;

/** Called when the term has moved. 403 for more terms than a request can put into review, unless a reviewer moves them. */
export async function reviewBelow(row: EntityRow, after: Partial<GlossaryTerm>, scope: Scope): Promise<void> {
  const status = await statusAfterMove({ ...after, entityStatus: 'Approved' }, scope);
  if (status !== 'In Review') return;
  const type = scope.catalog.registry.get(row.type);
  const approved = await listEntities(scope.sql, {
    type: row.type,
    below: insideOf(row, row.type, scope.catalog.registry),
    conditions: [{ by: 'equals', field: 'entityStatus', values: ['Approved'] }],
    include: 'all',
    limit: MOST_REVIEWED + 1,
  });
  if (approved.length > MOST_REVIEWED)
    throw forbidden(
      scope.actor,
      `is not a reviewer of what ${row.fqn} would lie in, and only reviewers may move more than ${MOST_REVIEWED} approved terms there at once`,
    );
  for (const term of approved)
    if (parseObject<Partial<GlossaryTerm>>(term.doc).entityStatus === 'Approved')
      await changeEntity(type, term, (value) => ({ ...value, entityStatus: 'In Review' }), scope);
}
