import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { cairn } from '../../data/client.js';
import { refresh } from '../../data/use-operation.js';
import { Failed } from '../../kit/states.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entity.js';
import { entityOperations } from '../entity-operations.js';
import type { EntityPage, EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';

/** Asks before an entity is deleted. */
export function RemoveDialog({ page, view: { entity }, close }: { page: EntityPage; view: EntityView; close(): void }) {
  const t = useWords(entityWords);
  const [error, setError] = useState<Error | null>(null);
  const operations = entityOperations(page.path);
  async function remove() {
    try {
      await cairn.call(operations.remove, { params: { id: entity.id }, query: { recursive: true } });
      await refresh(operations.get);
      close();
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    }
  }
  return (
    <Modal
      opened
      onClose={close}
      title={t('removeTitle', { name: nameOf(entity) })}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <p>{t('removeText')}</p>
      {error ? <Failed error={error} small /> : null}
      <Group mt="md">
        <Button color="red" onClick={() => void remove()}>
          {t('removeButton')}
        </Button>
        <Button variant="default" onClick={close}>
          {t('cancel')}
        </Button>
      </Group>
    </Modal>
  );
}
