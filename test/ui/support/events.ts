import type { Locator, Page } from 'playwright-core';

/** The button that explains the newest event of a test. Other tests report results meanwhile. */
export function whyButton(page: Page, testName: string): Locator {
  return page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: testName, exact: true }) })
    .first()
    .getByRole('button', { name: 'Why?' });
}
