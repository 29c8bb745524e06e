import { parseObject } from '../../../contract/index.js';
import { type Command, type Fields, putOwn } from '../../catalog/index.js';
import { getEntityByFqn } from '../../storage/index.js';
import { notificationTemplate } from './notification-template.js';
import { SYSTEM_TEMPLATES } from './system-templates.js';

/** Stores the shipped templates. What somebody modified stays as it is, but counts as modified from what ships now. */
export const seedTemplates: Command = {
  name: 'alerts.seedTemplates',
  async run(_, scope) {
    const wanted: Fields[] = [];
    for (const shipped of SYSTEM_TEMPLATES) {
      const row = await getEntityByFqn(scope.sql, notificationTemplate.name, shipped.name);
      const stored = row ? parseObject(row.doc) : null;
      const isCurrent =
        stored?.templateBody === shipped.templateBody && stored.templateSubject === shipped.templateSubject;
      if (stored === null || (!isCurrent && stored.isModifiedFromDefault !== true)) wanted.push({ ...shipped });
    }
    if (wanted.length > 0) await putOwn(notificationTemplate, wanted, { override: true }, scope);
    return null;
  },
};
