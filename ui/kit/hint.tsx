import { Tooltip } from '@mantine/core';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';

const DELAY = 400;

/** A tooltip that costs nothing before somebody points at its element, so that each row of a list can have one. */
export function useHint(label: string): { hint: ReactNode; hintOf: object } {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const hide = () => setTarget(null);
  return {
    hint: target ? <Hint label={label} target={target} /> : null,
    /** Props of the element. */
    hintOf: {
      onMouseEnter: (event: MouseEvent<HTMLElement>) => setTarget(event.currentTarget),
      onMouseLeave: hide,
      onMouseDown: hide,
    },
  };
}

function Hint({ label, target }: { label: string; target: HTMLElement }) {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpened(true), DELAY);
    return () => clearTimeout(timer);
  }, []);
  return <Tooltip label={label} target={target} opened={opened} />;
}
