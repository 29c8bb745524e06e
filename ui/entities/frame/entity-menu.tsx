import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { BadgeCheck, BellPlus, Copy, Ellipsis, KeyRound, Link2, TextCursorInput, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../data/rights.js';
import { useKeys } from '../../data/shortcuts.js';
import { Link } from '../../kit/link.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import type { EntityPage, EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';

const RequestDialog = lazy(() => import('../tasks/request-dialog.js').then((m) => ({ default: m.RequestDialog })));
const CertifyDialog = lazy(() => import('./certify-dialog.js').then((m) => ({ default: m.CertifyDialog })));
const RenameEntity = lazy(() => import('./rename-dialog.js').then((m) => ({ default: m.RenameEntity })));
const RemoveDialog = lazy(() => import('./remove-dialog.js').then((m) => ({ default: m.RemoveDialog })));

export function EntityMenu({ page, view }: { page: EntityPage; view: EntityView }) {
  const t = useWords(entityWords);
  const [asking, setAsking] = useState<'remove' | 'access' | 'certify' | 'rename'>();
  const close = () => setAsking(undefined);
  const { entity, may } = view;
  const mayAlert = useMay('eventsubscription', 'Create') !== 'no';
  const mayAsk = useMay('task', 'Create') !== 'no' && entity.serviceType !== undefined && !entity.deleted;
  const mayCertify = !page.lacks?.includes('certification') && may('EditCertification') && !entity.deleted;
  const mayRename = page.isRenameable && may('EditAll') && !entity.deleted && entity.provider !== 'system';
  const alert = new URLSearchParams({ about: entity.fullyQualifiedName, name: nameOf(entity) });
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
          {page.hasTests && mayAlert && !entity.deleted ? (
            <Menu.Item leftSection={<BellPlus size={16} />} component={Link} to={`/observability/alerts/add?${alert}`}>
              {t('alertOnTests')}
            </Menu.Item>
          ) : null}
          {mayCertify ? (
            <Menu.Item leftSection={<BadgeCheck size={16} />} onClick={() => setAsking('certify')}>
              {t('certify')}
            </Menu.Item>
          ) : null}
          {mayAsk ? (
            <Menu.Item leftSection={<KeyRound size={16} />} onClick={() => setAsking('access')}>
              {t('askAccess')}
            </Menu.Item>
          ) : null}
          {mayRename ? (
            <Menu.Item leftSection={<TextCursorInput size={16} />} onClick={() => setAsking('rename')}>
              {t('rename')}
            </Menu.Item>
          ) : null}
          {may('Delete') && !entity.deleted ? (
            <Menu.Item color="red" leftSection={<Trash2 size={16} />} onClick={() => setAsking('remove')}>
              {t('remove')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {asking ? (
        <Suspense>
          {asking === 'remove' ? <RemoveDialog page={page} view={view} close={close} /> : null}
          {asking === 'rename' ? <RenameEntity page={page} view={view} close={close} /> : null}
          {asking === 'certify' ? <CertifyDialog view={view} close={close} /> : null}
          {asking === 'access' ? <RequestDialog kind="access" view={view} name={nameOf(entity)} close={close} /> : null}
        </Suspense>
      ) : null}
    </>
  );
}
