// A Chromium without a window, spoken to by its DevTools protocol.
// `node scripts/browser.mjs --install` installs Debian's `chromium` where none is found and this is root.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'undici';
import { installPackage } from './database-server.mjs';
import { stopChild } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of the program; undefined if there is none. */
export function findBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/**
 * `{ goTo(url), run(expression), reports, close() }` of a page in a new browser. `reports` grows by everything that the browser
 * tells developers: messages of the console, exceptions, violated policies, failed requests.
 */
export async function openBrowser(program) {
  const profile = mkdtempSync(join(tmpdir(), 'cairn-browser-'));
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'];
  const child = spawn(program, [...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const close = async () => {
    await stopChild(child);
    // Processes of the browser may still write there for a moment.
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  try {
    const address = new URL(await addressOf(child));
    const pages = await (await fetch(`http://${address.host}/json/list`)).json();
    const page = pages.find(({ type }) => type === 'page');
    return { ...(await connect(page.webSocketDebuggerUrl)), pid: child.pid, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The browser prints its address when it is ready. */
function addressOf(child) {
  return new Promise((done, fail) => {
    let text = '';
    child.stderr.on('data', (part) => {
      text += part;
      const found = /DevTools listening on (ws:\S+)/.exec(text);
      if (found) done(found[1]);
    });
    child.on('error', fail);
    child.on('exit', (code) => fail(new Error(`the browser ended with ${code}: ${text}`)));
  });
}

async function connect(url) {
  const socket = new WebSocket(url);
  await new Promise((done, fail) => {
    socket.onopen = done;
    socket.onerror = () => fail(new Error('the browser does not answer'));
  });
  const reports = [];
  const waiting = new Map();
  let count = 0;
  socket.onmessage = ({ data }) => {
    const { id, result, error, method, params } = JSON.parse(data);
    const report = TELLS[method]?.(params);
    if (report !== undefined) reports.push(report);
    waiting.get(id)?.(error ? Promise.reject(new Error(`${error.message}`)) : result);
    waiting.delete(id);
  };
  const send = (method, params = {}) =>
    new Promise((done) => {
      count += 1;
      waiting.set(count, done);
      socket.send(JSON.stringify({ id: count, method, params }));
    });
  for (const domain of ['Page', 'Runtime', 'Log', 'Network', 'Audits']) await send(`${domain}.enable`);
  return {
    reports,
    goTo: (to) => send('Page.navigate', { url: to }),
    run: async (expression) => {
      const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, returnByValue: true });
      if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails.exception)}`);
      return result.value;
    },
  };
}

/** What events of the protocol tell, as a line. */
const TELLS = {
  'Runtime.consoleAPICalled': ({ type, args }) =>
    `console.${type} ${args.map((arg) => arg.value ?? arg.description).join(' ')}`,
  'Runtime.exceptionThrown': ({ exceptionDetails: { text, exception } }) => `${text} ${exception?.description ?? ''}`,
  'Log.entryAdded': ({ entry: { source, level, text, url } }) => `${source} ${level}: ${text} ${url ?? ''}`,
  'Audits.issueAdded': ({ issue: { code, details } }) =>
    code === 'ContentSecurityPolicyIssue' ? `${code} ${JSON.stringify(details)}` : undefined, // others are mere hints
  'Network.loadingFailed': ({ errorText, blockedReason }) => `failed: ${errorText} ${blockedReason ?? ''}`,
};

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
