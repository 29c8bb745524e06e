// A person without a mouse.
import type { Locator, Page } from 'playwright-core';

const MOST = 120;

/** Presses Tab (or `key`) until `target` has the focus. Fails where it is never reached, as in a trap of focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.first().waitFor();
  for (let i = 0; i < MOST; i++) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  throw new Error(`${MOST} times ${key} did not reach ${target}; the focus is on ${at}`);
}

/** Goes there with Tab and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
