import { parseObject } from '../../../contract/index.js';
import { notificationTemplate, TEMPLATE_EDGE } from '../../entities/index.js';
import { type EntityRow, getEntitiesByFqns, getEntitiesByIds, relationsFrom, type Store } from '../../storage/index.js';
import type { StoredTemplates } from './describer.js';
import type { TemplateTexts } from './render-message.js';

/** The current templates, without deleted ones. */
export function createStoredTemplates(read: Store['read']): StoredTemplates {
  return {
    ofAlert: (id) =>
      read(async (sql) => {
        const edges = await relationsFrom(sql, [id], [TEMPLATE_EDGE]);
        const rows = await getEntitiesByIds(
          sql,
          edges.map(({ to_id }) => to_id),
        );
        return rows.flatMap(textsOf)[0] ?? null;
      }),
    named: (names) =>
      read(async (sql) => {
        const rows = await getEntitiesByFqns(sql, notificationTemplate.name, names);
        return names.flatMap((name) => rows.filter((row) => row.fqn === name).flatMap(textsOf));
      }),
  };
}

function textsOf({ doc, deleted }: EntityRow): TemplateTexts[] {
  const { templateSubject, templateBody } = parseObject(doc);
  if (deleted !== 0 || typeof templateSubject !== 'string' || typeof templateBody !== 'string') return [];
  return [{ templateSubject, templateBody }];
}
