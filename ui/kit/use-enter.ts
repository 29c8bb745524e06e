import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

export interface Listed {
  /** What is typed. */
  text: string;
  /** Whether the list is that of the whole text. */
  isCurrent: boolean;
  /** Takes the first of the list. Default: clicks the first option of the list that the field controls. */
  take?: (field: HTMLElement) => void;
}

/**
 * For a field with a list that is filled while one types: Enter takes the first of the list, and waits for the list of the
 * whole text, so that who types fast gets what they typed. After an arrow key Enter is left to the field: it takes what the
 * arrow chose.
 */
export function useEnter({ text, isCurrent, take = takeFirst }: Listed) {
  const [waiting, setWaiting] = useState<HTMLElement | null>(null);
  const isChosen = useRef(false);
  useEffect(() => {
    if (!waiting || !isCurrent) return;
    setWaiting(null);
    take(waiting);
  });
  return {
    onKeyDownCapture(event: KeyboardEvent<HTMLElement>) {
      const { key, currentTarget, nativeEvent, ctrlKey, metaKey } = event;
      const isPlain = !ctrlKey && !metaKey && !nativeEvent.isComposing;
      if (key === 'Enter' && isPlain && text.trim() !== '' && !isChosen.current) {
        event.preventDefault();
        event.stopPropagation();
        if (isCurrent) take(currentTarget);
        else setWaiting(currentTarget);
        return;
      }
      setWaiting(null);
      isChosen.current = key === 'ArrowDown' || key === 'ArrowUp';
    },
  };
}

function takeFirst(field: HTMLElement): void {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  list?.querySelector<HTMLElement>('[role=option]')?.click();
}
