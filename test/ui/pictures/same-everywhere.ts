// What makes a page look the same on every machine: fonts from packages, a fixed time, nothing that blinks.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** When the server starts (`fixed-clock.mjs`), and when pages are looked at. */
export const SERVER_TIME = '2026-03-10T08:40:00Z';
const PAGE_TIME = '2026-03-10T09:00:30Z';

/** Of the browser: how text is drawn must not depend on the settings of the desktop. */
export const BROWSER_OPTIONS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-lcd-text',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

const FONTS = [
  { family: 'Picture Sans', file: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', style: 'normal' },
  { family: 'Picture Sans', file: '@fontsource-variable/inter/files/inter-latin-wght-italic.woff2', style: 'italic' },
  {
    family: 'Picture Mono',
    file: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    style: 'normal',
  },
];

const STYLES = `:root { --sans: "Picture Sans"; --mono: "Picture Mono"; } * { caret-color: transparent !important; font-variant-ligatures: none !important; }`;

/** A context whose pages look the same everywhere. */
export async function openContext(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    baseURL,
  });
  const { resolve } = createRequire(import.meta.url);
  const fonts = FONTS.map(({ file, ...font }) => ({ ...font, data: readFileSync(resolve(file)).toString('base64') }));
  await context.addInitScript(prepare, { fonts, styles: STYLES, now: Date.parse(PAGE_TIME) });
  return context;
}

interface Given {
  fonts: { family: string; style: string; data: string }[];
  styles: string;
  now: number;
}

/** Runs in the page before its own scripts. Bytes and style sheets made by a script are none of the policy's business. */
function prepare({ fonts, styles, now }: Given): void {
  if (location.protocol === 'about:') return;
  for (const { family, style, data } of fonts) {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    document.fonts.add(new FontFace(family, bytes, { style, weight: '100 900' }));
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
  localStorage.clear(); // each page begins as if nobody had been there
  const Real = Date;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, made) => Reflect.construct(target, args.length ? args : [now], made),
    apply: () => new Real(now).toString(),
    get: (target, key) => (key === 'now' ? () => now : Reflect.get(target, key)),
  });
}

const ELEMENT = 1;

/** Fonts of the machine that texts are drawn with, and that another machine may not have. */
export async function findForeignFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  const answers = await Promise.all(
    nodes
      .filter(({ nodeType }) => nodeType === ELEMENT)
      // One that has gone meanwhile is drawn with nothing.
      .map(({ nodeId }) => session.send('CSS.getPlatformFontsForNode', { nodeId }).catch(() => ({ fonts: [] }))),
  );
  await session.detach();
  const foreign = answers.flatMap(({ fonts }) => fonts.filter(({ isCustomFont }) => !isCustomFont));
  return [...new Set(foreign.map(({ familyName }) => familyName))];
}
