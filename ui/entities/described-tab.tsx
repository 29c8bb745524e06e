import type { JsonObject } from 'cairn/contract';
import type { ComponentType } from 'react';
import { valueAt } from '../data/editing/merge.js';
import { Empty } from '../kit/states/states.js';
import { useWords } from '../words/define-words.js';
import { contentsWords } from '../words/entities/contents.js';
import type { EntityView } from './entity-page.js';
import { PlainTable } from './plain-table.js';

/** The tab of named things with descriptions that are only read, at a path of the entity: the tools of an MCP server. */
export function describedTab(path: string): ComponentType<EntityView> {
  return ({ entity }) => <Described given={valueAt(entity, path)} />;
}

function Described({ given }: { given: unknown }) {
  const t = useWords(contentsWords);
  const items: readonly JsonObject[] = Array.isArray(given) ? given : [];
  if (items.length === 0) return <Empty title={t('empty')}>{t('emptyText')}</Empty>;
  const rows = items.map(({ name, description }) => [String(name ?? ''), String(description ?? '')]);
  return <PlainTable columns={[t('name'), t('description')]} rows={rows} />;
}
