// Presses the buttons and menu items of a page one after another, each on the page in its original state.
import { settle } from './problems.mjs';

const MOST_BUTTONS = 25;
const MOST_ITEMS = 8;
const PATIENCE = { timeout: 1500 };

/** Yields what each thing is called after it was pressed, while what it opened is open. */
export async function* pressAll(page, path) {
  await open(page, path);
  const buttons = page.locator('main button:visible, main [role=combobox]:visible');
  const total = Math.min(await buttons.count(), MOST_BUTTONS);
  for (let i = 0; i < total; i++) {
    const name = await nameOf(buttons.nth(i));
    if (!(await press(page, buttons.nth(i)))) continue;
    yield name;
    const items = Math.min(await page.getByRole('menuitem').count(), MOST_ITEMS);
    for (let j = 0; j < items; j++) {
      const item = page.getByRole('menuitem').nth(j);
      const itemName = await nameOf(item);
      if (await press(page, item)) yield `${name} › ${itemName}`;
      await back(page, path);
      if (j + 1 < items && !(await press(page, buttons.nth(i)))) break;
    }
    await back(page, path);
  }
}

async function press(page, target) {
  const isDone = await target.click(PATIENCE).then(
    () => true,
    () => false, // disabled, covered, or gone since
  );
  if (isDone) await settle(page);
  return isDone;
}

async function nameOf(target) {
  const read = async () => (await target.getAttribute('aria-label', PATIENCE)) ?? (await target.innerText(PATIENCE));
  return (await read().catch(() => '')).split('\n')[0].slice(0, 60);
}

/** Closes what is open. A page that went elsewhere, or keeps a dialog, is opened again. */
async function back(page, path) {
  await page.keyboard.press('Escape');
  await page.waitForTimeout(120);
  const { pathname, search } = new URL(page.url());
  if (pathname + search !== path || (await page.getByRole('dialog').count()) > 0) await open(page, path);
}

async function open(page, path) {
  await page.goto(path);
  await settle(page);
}
