import type { ComponentType } from 'react';
import { Empty } from '../kit/states/states.js';
import { useWords } from '../words/define-words.js';
import { contentsWords } from '../words/entities/contents.js';
import { EntityList } from './entity-list.js';
import type { EntityView } from './entity-page.js';
import { nameOf, references } from './fields/values.js';

/** The tab of entities that another one refers to: the charts of a dashboard. */
export function referencesTab(field: string): ComponentType<EntityView> {
  return ({ entity }) => <ReferenceList items={references(entity, field)} />;
}

function ReferenceList({ items }: { items: ReturnType<typeof references> }) {
  const t = useWords(contentsWords);
  if (items.length === 0) return <Empty title={t('empty')}>{t('emptyText')}</Empty>;
  const listed = items.map((one) => ({
    type: one.type,
    fqn: one.fullyQualifiedName ?? nameOf(one),
    name: nameOf(one),
  }));
  return <EntityList items={listed} />;
}
