import { Modal } from '@mantine/core';
import type { DialogProps } from './dialog.js';
import { useThere } from './use-there.js';

export function DialogWindow({ opened, close, title, closeLabel, size, children }: DialogProps) {
  const isThere = useThere();
  return (
    <Modal
      opened={opened && isThere}
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': closeLabel }}
      {...(size ? { size } : {})}
    >
      {children}
    </Modal>
  );
}
