// Tooltips that cost nothing until the pointer is over their element, so that every row of a list can have one.
import { cloneElement, type ReactElement, type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import type { HintProps } from './hint-box.js';
import { part } from './states/part.js';

const Hint = part(() => import('./hint-box.js').then((m) => m.HintBox));

type Position = HintProps['position'];
type Event = SyntheticEvent<HTMLElement>;

/** The tooltip of an element that needs other event props as well: spread `hintOf` on the element, and render `hint` beside it. */
export function useHint(label: string, position?: Position): { hint: ReactNode; hintOf: object } {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const show = ({ currentTarget }: Event) => setTarget(currentTarget);
  const hide = () => setTarget(null);
  return {
    hint: target ? <Hint id={id} label={label} target={target} position={position} /> : null,
    hintOf: {
      'aria-describedby': target ? id : undefined,
      onMouseEnter: show,
      onMouseLeave: hide,
      onMouseDown: hide,
      // A click also moves the focus, but needs no hint, so only a visible focus (by keyboard) shows it.
      onFocus: (event: Event) => event.currentTarget.matches(':focus-visible') && show(event),
      onBlur: hide,
    },
  };
}

interface HintedProps {
  label: string;
  position?: Position;
  children: ReactElement;
}

/** An element with its tooltip. The element must not have event props for pointer or focus, which would be replaced. */
export function Hinted({ label, position, children }: HintedProps) {
  const { hint, hintOf } = useHint(label, position);
  return (
    <>
      {cloneElement(children, hintOf)}
      {hint}
    </>
  );
}
