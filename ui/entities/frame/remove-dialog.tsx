import { cairn } from '../../data/client.js';
import { lockEntity } from '../../data/editing/edit.js';
import { queryClient } from '../../data/query-client.js';
import { type Loaded, refresh } from '../../data/use-operation.js';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import { entityOperations } from '../entity-operations.js';
import type { Entity, EntityPage, EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';

/** Asks before an entity is deleted. */
export function RemoveDialog({
  page,
  view: { entity, target },
  close,
}: {
  page: EntityPage;
  view: EntityView;
  close(): void;
}) {
  const t = useWords(entityWords);
  const operations = entityOperations(page.path);
  async function remove() {
    await cairn.call(operations.remove, { params: { id: entity.id }, query: { recursive: true } });
    await refresh(operations.get);
    // What holds much is deleted in the background, and locked meanwhile.
    const now = queryClient.getQueryData<Loaded<Entity>>(target.key)?.value;
    if (now && !now.deleted) lockEntity(entity.id);
  }
  return (
    <AskDialog
      title={t('removeTitle', { name: nameOf(entity) })}
      action={t('removeButton')}
      dangerous
      close={close}
      run={remove}
    >
      <p>{t('removeText')}</p>
    </AskDialog>
  );
}
