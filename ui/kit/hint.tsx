// Tooltips that cost nothing before somebody points at their element, so that each row of a list can have one.
import { cloneElement, type ReactElement, type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import type { HintProps } from './hint-box.js';
import { part } from './states/part.js';

const Hint = part(() => import('./hint-box.js').then((m) => m.HintBox));

type Position = HintProps['position'];
type Event = SyntheticEvent<HTMLElement>;

/** The tooltip of an element that takes other props, too. */
export function useHint(label: string, position?: Position): { hint: ReactNode; hintOf: object } {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const show = ({ currentTarget }: Event) => setTarget(currentTarget);
  const hide = () => setTarget(null);
  return {
    hint: target ? <Hint id={id} label={label} target={target} position={position} /> : null,
    /** Props of the element. */
    hintOf: {
      'aria-describedby': target ? id : undefined,
      onMouseEnter: show,
      onMouseLeave: hide,
      onMouseDown: hide,
      // A click gives the focus, too, and has shown what it does.
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

/** An element that listens to no pointer and no focus, with its tooltip. */
export function Hinted({ label, position, children }: HintedProps) {
  const { hint, hintOf } = useHint(label, position);
  return (
    <>
      {cloneElement(children, hintOf)}
      {hint}
    </>
  );
}
