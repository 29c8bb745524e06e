import { ActionIcon, Button, Group, Menu, Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Copy, Ellipsis, Link2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { cairn } from '../../data/client.js';
import { useKeys } from '../../data/shortcuts.js';
import { refresh } from '../../data/use-operation.js';
import { Failed } from '../../kit/states.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entity.js';
import { entityOperations } from '../entity-operations.js';
import type { EntityPage, EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';

export function EntityMenu({ page, view }: { page: EntityPage; view: EntityView }) {
  const t = useWords(entityWords);
  const [asking, setAsking] = useState(false);
  const { entity, may } = view;
  const copy = (text: string) =>
    void navigator.clipboard
      ?.writeText(text)
      .then(() => notifications.show({ message: t('copied', { name: text }), role: 'status' }));
  useKeys({ c: () => copy(entity.fullyQualifiedName) });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t('more')}>
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Copy size={16} />} onClick={() => copy(entity.fullyQualifiedName)}>
            {t('copyName')}
          </Menu.Item>
          <Menu.Item leftSection={<Link2 size={16} />} onClick={() => copy(location.href)}>
            {t('copyLink')}
          </Menu.Item>
          {may('Delete') && !entity.deleted ? (
            <Menu.Item color="red" leftSection={<Trash2 size={16} />} onClick={() => setAsking(true)}>
              {t('remove')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {asking ? <RemoveDialog page={page} view={view} close={() => setAsking(false)} /> : null}
    </>
  );
}

function RemoveDialog({ page, view: { entity }, close }: { page: EntityPage; view: EntityView; close(): void }) {
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
