import { Button } from '@mantine/core';
import { Hourglass, RefreshCw } from 'lucide-react';
import { FloatingBar } from '../../kit/floating-bar.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import { formatAgo } from '../../words/format.js';
import type { Entity } from '../entity-page.js';
import { usePersonName } from '../fields/person-name.js';
import { nameOf } from '../fields/values.js';
import type { Changes } from './use-changes.js';

/** A bar over the page that says how somebody else changed the entity; the page itself changes only when the user asks for it. */
export function NewsBar({ entity, changes: { news, isLocked, show } }: { entity: Entity; changes: Changes }) {
  const t = useWords(entityWords);
  if (!isLocked && news === null) return <div role="status" />;
  const Icon = isLocked ? Hourglass : RefreshCw;
  return (
    <FloatingBar tone="info" icon={Icon}>
      <span>{isLocked ? t('locked', { name: nameOf(entity) }) : <Told news={news} />}</span>
      {isLocked ? null : (
        <Button size="compact-xs" variant="default" onClick={show}>
          {t('show')}
        </Button>
      )}
    </FloatingBar>
  );
}

function Told({ news }: Pick<Changes, 'news'>) {
  const t = useWords(entityWords);
  const changed = news?.is === 'changed' ? news.loaded.value : undefined;
  const name = usePersonName(String(changed?.updatedBy ?? ''));
  if (!changed) return t('gone');
  return t(changed.deleted ? 'deletedBy' : 'changedBy', { name, ago: formatAgo(Number(changed.updatedAt)) });
}
