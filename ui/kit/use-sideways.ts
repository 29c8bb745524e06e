import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a line that scrolls sideways: marks it with `data-more-before` and `data-more-after` where something is out of sight, and keeps
 * what is selected in it in sight.
 */
export function useSideways<E extends HTMLElement>(selected: string | undefined): RefObject<E | null> {
  const line = useRef<E>(null);
  useEffect(() => {
    const element = line.current;
    if (!element) return;
    const look = () => mark(element);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is selected then
  useEffect(() => {
    const element = line.current;
    const tab = element?.querySelector<HTMLElement>('[aria-selected="true"], [aria-current]');
    if (!element) return;
    mark(element);
    if (!tab) return;
    const [from, to] = [tab.offsetLeft, tab.offsetLeft + tab.offsetWidth];
    if (from < element.scrollLeft || to > element.scrollLeft + element.clientWidth)
      element.scrollLeft = from - (element.clientWidth - tab.offsetWidth) / 2;
  }, [selected]);
  return line;
}

function mark(element: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = element;
  const before = Math.abs(scrollLeft); // negative from right to left
  element.toggleAttribute('data-more-before', before > 1);
  element.toggleAttribute('data-more-after', scrollWidth - clientWidth - before > 1);
}
