// Files about a table: attached, read by somebody else as they were, refused with the reason, and deleted.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findBarriers, inBrowser } from './support/stage.js';

const ADDRESS = '/table/warehouse.analytics.facts.fct_shipments/activity_feed/attachments';
const BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff, 0xfe]);

inBrowser('attachments', (use) => {
  it('are attached, downloaded by others, and deleted', async () => {
    await use().join('frida', { displayName: 'Frida Lund' });
    const { page, reports, close } = await use().visit(ADDRESS);
    await page.getByText('No attachments').waitFor();
    await page.locator('input[type=file]').setInputFiles([
      { name: 'routes of parcels.png', mimeType: 'image/png', buffer: BYTES },
      { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: BYTES },
    ]);
    await page.getByText('Could not attach setup.exe').waitFor();
    await page.getByText('1 file is attached').waitFor();
    await page.getByText('routes of parcels.png', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);

    const frida = await use().visit(ADDRESS, { as: 'frida' });
    const coming = frida.page.waitForEvent('download');
    await frida.page.getByRole('button', { name: 'Download routes of parcels.png' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('routes of parcels.png');
    expect(readFileSync(await download.path())).toEqual(BYTES);
    expect(frida.reports).toEqual([]);
    await frida.close();

    await page.getByRole('button', { name: 'Delete routes of parcels.png' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No attachments').waitFor();
    // That a kind of file is refused is an answer of the server, which the browser reports.
    expect(reports.filter((report) => !report.includes('400'))).toEqual([]);
    await close();
  });
});
