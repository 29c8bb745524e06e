import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a line that scrolls sideways: marks it with `data-more-before` and `data-more-after` where something is out of sight, and keeps
 * what is selected in it in sight.
 */
export function useSideways<E extends HTMLElement>(selected: string | undefined): RefObject<E | null> {
  const line = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is selected then
  useEffect(() => {
    const element = line.current;
    if (!element) return;
    const look = () => mark(element);
    let isFirst = true;
    // It reports for the first time once the browser has laid out the page by itself; asking here would make it do so twice.
    const observer = new ResizeObserver(() => {
      if (isFirst) showSelected(element);
      isFirst = false;
      look();
    });
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [selected]);
  return line;
}

function showSelected(element: HTMLElement): void {
  const tab = element.querySelector<HTMLElement>('[aria-selected="true"], [aria-current]');
  if (!tab) return;
  const [from, to] = [tab.offsetLeft, tab.offsetLeft + tab.offsetWidth];
  if (from < element.scrollLeft || to > element.scrollLeft + element.clientWidth)
    element.scrollLeft = from - (element.clientWidth - tab.offsetWidth) / 2;
}

function mark(element: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = element;
  const before = Math.abs(scrollLeft); // negative from right to left
  element.toggleAttribute('data-more-before', before > 1);
  element.toggleAttribute('data-more-after', scrollWidth - clientWidth - before > 1);
}
