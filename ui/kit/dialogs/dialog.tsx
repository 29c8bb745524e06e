import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadPart } from '../states/lost-part.js';

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

const loadWindow = () => import('./dialog-window.js').then((m) => m.DialogWindow);
const DialogWindow = lazy(() => loadPart(loadWindow).then((component) => ({ default: component })));

/** A dialog over the page. Until it first opens nothing is drawn, and its code comes after the page. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setWasOpened(true);
  useEffect(() => void loadWindow().catch(() => null), []); // asked for again when it opens
  return wasOpened ? (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  ) : null;
}
