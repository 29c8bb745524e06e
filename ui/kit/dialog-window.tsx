import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { DialogProps } from './dialog.js';

export function DialogWindow({ opened, close, title, closeLabel, size, children }: DialogProps) {
  // It opens once it is there, because only then does it remember what had the focus before.
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
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
