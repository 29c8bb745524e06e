import { type ReactNode, useEffect, useState } from 'react';
import { part } from '../states/part.js';

export interface DialogProps {
  opened: boolean;
  close: () => void;
  title: ReactNode;
  /** What the cross says to those who do not see it. */
  closeLabel: string;
  /** In pixels; default: 440. */
  size?: number | undefined;
  children: ReactNode;
}

const DialogWindow = part(() => import('./dialog-window.js').then((m) => m.DialogWindow));

/** A dialog over the page. Until it first opens nothing is drawn, and its code comes after the page. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setWasOpened(true);
  useEffect(() => DialogWindow.prepare(), []);
  return wasOpened ? <DialogWindow {...props} /> : null;
}
