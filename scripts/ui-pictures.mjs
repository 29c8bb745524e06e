// `npm run ui:pictures`: records the pictures of the pages (`test/ui/pictures`). A picture that the page still looks like is not rewritten.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { capture, localProgram, root, run } from './run.mjs';

const recorded = join(root, 'test/ui/pictures/recorded');
const about = join(recorded, 'recorded-with.json');

const browser = findBrowser();
const version = browser && /(\d+)\.\d/.exec(capture(browser, ['--version']).output)?.[1];
if (!version) throw new Error('no Chromium is installed');
const text = `{ "chromium": "${version}", "system": "${process.platform}" }\n`;
if (!existsSync(about) || readFileSync(about, 'utf8') !== text) {
  // Another version of the browser, or another system, draws everything slightly differently.
  rmSync(recorded, { recursive: true, force: true });
  mkdirSync(recorded, { recursive: true });
  writeFileSync(about, text);
}
const env = { ...process.env, CAIRN_TEST_PICTURES: 'record', CAIRN_TEST_BROWSER_REQUIRED: '1' };
process.exitCode = await run(localProgram('vitest'), ['run', 'test/ui/pictures'], { env });
