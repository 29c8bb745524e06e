import { Tooltip, type TooltipProps } from '@mantine/core';
import { useEffect, useState } from 'react';

const DELAY = 400;

export interface HintProps {
  id: string;
  label: string;
  target: HTMLElement;
  position: TooltipProps['position'];
}

/** What `useHint` shows: loaded when somebody first points at something. */
export function HintBox({ id, label, target, position }: HintProps) {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpened(true), DELAY);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Tooltip label={<span id={id}>{label}</span>} target={target} {...(position ? { position } : {})} opened={opened} />
  );
}
