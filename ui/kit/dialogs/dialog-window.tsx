import { Modal } from '@mantine/core';
import { useFocusBack } from '../use-focus-back.js';
import type { DialogProps } from './dialog.js';
import { useThere } from './use-there.js';

export function DialogWindow({ opened, close, title, closeLabel, size, children }: DialogProps) {
  const isThere = useThere();
  useFocusBack(opened);
  return (
    <Modal
      opened={opened && isThere}
      onClose={close}
      title={title}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': closeLabel }}
      {...(size ? { size } : {})}
    >
      {children}
    </Modal>
  );
}
