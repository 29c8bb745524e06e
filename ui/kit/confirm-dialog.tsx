import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/define-words.js';
import { kitWords } from '../words/kit.js';

interface Props {
  opened: boolean;
  close: () => void;
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** What the button does: "Delete". */
  confirm: string;
  onConfirm: () => void;
  busy?: boolean;
  /** It cannot be taken back. */
  final?: boolean;
}

/** Asks before something that is hard to undo. */
export function ConfirmDialog({
  opened,
  close,
  title,
  children,
  confirm,
  onConfirm,
  busy = false,
  final = false,
}: Props) {
  const t = useWords(kitWords);
  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      <p>{children}</p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t('cancel')}
        </Button>
        <Button {...(final ? { color: 'red.9' } : {})} loading={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
