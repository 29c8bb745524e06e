// The Chromium that pages are tested with.
// `node scripts/browser.mjs --install` installs Debian's `chromium` where none is found and this is root.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackage } from './database-server.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of the program; undefined if there is none. */
export function findBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** Begins a session of a context of the browser at a server. */
export async function signIn(context, url, { email, password }) {
  const answer = await context.request.post('/session', { data: { email, password }, headers: { origin: url } });
  if (!answer.ok()) throw new Error(`no session: ${await answer.text()}`);
}

/** Why there is no browser, in one line; null if there is one. */
function installBrowser() {
  if (findBrowser()) return null;
  if (process.getuid?.() !== 0) return 'no Chromium, and only root can install it';
  const failed = installPackage('chromium');
  if (failed) return `apt-get ${failed.args[0]} failed: ${failed.output.trim().split('\n').at(-1)}`;
  return findBrowser() ? null : 'the package has no program of a known name';
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && process.argv.includes('--install')) {
  const missing = installBrowser();
  console.log(missing ? `Chromium skipped: ${missing}` : 'Chromium is there');
}
