import { Button } from '@mantine/core';
import { Heart } from 'lucide-react';
import { cairn } from '../../data/client.js';
import { useMe } from '../../data/rights.js';
import { refresh } from '../../data/use-operation.js';
import { Hinted } from '../../kit/hint.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import { formatShort } from '../../words/format.js';
import { entityOperations } from '../entity-operations.js';
import type { EntityPage, EntityView } from '../entity-page.js';
import { references } from '../fields/values.js';

export function Follow({ page, view }: { page: EntityPage; view: EntityView }) {
  const t = useWords(entityWords);
  const me = useMe();
  const { busy, run } = useAction();
  const { entity } = view;
  const operations = entityOperations(page.path);
  const followers = references(entity, 'followers');
  const follows = followers.some(({ id }) => id === me.id);
  async function toggle() {
    if (follows) await cairn.call(operations.unfollow, { params: { id: entity.id, userId: me.id } });
    else await cairn.call(operations.follow, { params: { id: entity.id }, body: JSON.stringify(me.id) });
    await refresh(operations.get);
  }
  return (
    <Hinted label={t('followers', { count: followers.length })}>
      <Button
        variant="default"
        size="xs"
        aria-pressed={follows}
        disabled={busy}
        leftSection={<Heart size={14} fill={follows ? 'var(--accent)' : 'none'} />}
        onClick={() => void run(toggle, { failed: t('notDone') })}
      >
        {follows ? t('unfollow') : t('follow')} {followers.length > 0 ? formatShort(followers.length) : null}
      </Button>
    </Hinted>
  );
}
