// What a journey costs somebody: clicks, and keys besides typed text.
import type { Page } from 'playwright-core';

/**
 * Counts from now on, until the page is loaded anew; resolves to what was done. To move the focus (Tab, arrows) is what moving the
 * pointer is to others, so neither counts.
 */
export async function countSteps(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const steps: string[] = [];
    Object.assign(window, { steps });
    const MOVES = /^(Tab|Arrow\w+|Home|End|Shift|Control|Alt|Meta)$/;
    const isText = ({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
      target instanceof HTMLElement &&
      target.matches('textarea, input:not([type=checkbox], [type=radio], [readonly])') &&
      (key === 'Backspace' || (key.length === 1 && !ctrlKey && !metaKey && !altKey));
    const nameOf = (target: EventTarget | null) =>
      target instanceof HTMLElement ? (target.ariaLabel ?? target.innerText).slice(0, 40) : '';
    const heed = { capture: true };
    window.addEventListener('pointerdown', ({ target }) => steps.push(`click “${nameOf(target)}”`), heed);
    window.addEventListener(
      'keydown',
      (event) => {
        if (!event.repeat && !MOVES.test(event.key) && !isText(event)) steps.push(event.key);
      },
      heed,
    );
  });
  return () => page.evaluate(() => (window as unknown as { steps: string[] }).steps);
}
