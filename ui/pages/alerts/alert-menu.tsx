import { ActionIcon, Menu } from '@mantine/core';
import { deleteEventsubscription, type EventSubscription, listAlerts } from 'cairn/client';
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from '../../data/addresses/use-address.js';
import { cairn } from '../../data/client.js';
import { useMayOn } from '../../data/rights.js';
import { refresh } from '../../data/use-operation.js';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import { tell } from '../../kit/states/tell.js';
import { alertWords } from '../../words/alerts/alerts.js';
import { useWords } from '../../words/define-words.js';
import { ADDRESSES, ALERT, kindOf } from './kinds.js';

/** What can be done with an alert. */
export function AlertMenu({ alert }: { alert: EventSubscription }) {
  const t = useWords(alertWords);
  const kind = kindOf(alert);
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const name = alert.displayName || alert.name;
  const mayEdit = useMayOn(ALERT, alert.id, 'EditAll');
  const mayDelete = useMayOn(ALERT, alert.id, 'Delete') && alert.provider !== 'system';
  if (!mayEdit && !mayDelete) return <span />;
  async function remove() {
    await cairn.call(deleteEventsubscription, { params: { id: alert.id }, query: { hardDelete: true } });
    await refresh(listAlerts);
    tell({ message: t('removed', { name }) });
    void navigate(ADDRESSES[kind].list);
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('actionsOf', { name })}>
            <EllipsisVertical size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit ? (
            <Menu.Item
              leftSection={<Pencil size={14} aria-hidden />}
              onClick={() => void navigate(ADDRESSES[kind].edit(alert.fullyQualifiedName ?? alert.name))}
            >
              {t('edit')}
            </Menu.Item>
          ) : null}
          {mayDelete ? (
            <Menu.Item leftSection={<Trash2 size={14} aria-hidden />} onClick={() => setAsks(true)}>
              {t('remove')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {asks ? (
        <AskDialog
          title={t('removeTitle', { name })}
          action={t('remove')}
          dangerous
          close={() => setAsks(false)}
          run={remove}
        >
          <p>{t('removeText')}</p>
        </AskDialog>
      ) : null}
    </>
  );
}
