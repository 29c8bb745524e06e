// The recorded pictures: compared with what a page shows now, or recorded anew (`npm run ui:pictures`).
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { root } from '../../../scripts/run.mjs';
import { findForeignFonts } from './same-everywhere.js';
import { encodeSmall } from './small-png.js';

const RECORDED = join(import.meta.dirname, 'recorded');
const DIFFERENT = join(import.meta.dirname, 'different');
/** Written by `scripts/ui-pictures.mjs`. */
const ABOUT = join(RECORDED, 'recorded-with.json');
export const isRecording = process.env.CAIRN_TEST_PICTURES === 'record';

/** How far a colour may be off, of 1; and how many pixels may be further off: fewer than a letter has. */
const THRESHOLD = 0.08;
const MOST_PIXELS = 20;
/** Of `pixelmatch`. */
const RED = 0xff0000;
/** How long a page may take to look as recorded. */
const PATIENCE = 5000;

/** Why pictures cannot be compared in this browser; undefined if they can. Other versions and systems draw text and edges differently. */
export function whyNot(version: string): string | undefined {
  if (isRecording) return undefined;
  const { chromium, system } = JSON.parse(readFileSync(ABOUT, 'utf8')) as Record<string, string>;
  const [major] = version.split('.');
  if (major === chromium && process.platform === system) return undefined;
  return `recorded with Chromium ${chromium} on ${system}, this is Chromium ${major} on ${process.platform}`;
}

/** Pictures of nothing that is still looked at; recording removes them. */
export function findLeftOver(names: readonly string[]): string[] {
  const known = new Set(names.flatMap((name) => [`${name}.light.png`, `${name}.dark.png`]));
  const left = readdirSync(RECORDED).filter((file) => file.endsWith('.png') && !known.has(file));
  if (isRecording) for (const file of left.splice(0)) rmSync(join(RECORDED, file));
  return left;
}

interface Wanted {
  /** All of it, not only what fits into the window. */
  fullPage?: boolean;
}

/** How the page differs from its picture in a theme, in a sentence; undefined if it does not. Records it where that is asked for. */
export async function compare(
  page: Page,
  name: string,
  theme: 'light' | 'dark',
  wanted: Wanted = {},
): Promise<string | undefined> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor();
  const title = `${name}.${theme}`;
  if (isRecording) return record(page, title, wanted);
  const path = join(RECORDED, `${title}.png`);
  if (!existsSync(path)) return `${title}: there is no picture yet; npm run ui:pictures records it`;
  const expected = PNG.sync.read(readFileSync(path));
  let actual = await look(page, wanted);
  let different = countDifferent(expected, actual);
  for (const end = Date.now() + PATIENCE; different > MOST_PIXELS && Date.now() < end; ) {
    await page.waitForTimeout(100);
    actual = await look(page, wanted);
    different = countDifferent(expected, actual);
  }
  return different > MOST_PIXELS ? report(title, expected, actual) : undefined;
}

async function look(page: Page, wanted: Wanted): Promise<PNG> {
  // Laid out at once: what was laid out piece by piece, as it was loaded, may be off by the rounding of half a pixel.
  await page.evaluate(() => {
    const { style } = document.body;
    style.display = 'none';
    document.body.getBoundingClientRect();
    style.display = '';
  });
  return PNG.sync.read(await page.screenshot({ ...wanted, animations: 'disabled', scale: 'css' }));
}

function countDifferent(a: PNG, b: PNG, into?: PNG): number {
  if (a.width !== b.width || a.height !== b.height) return Number.POSITIVE_INFINITY;
  return pixelmatch(a.data, b.data, into?.data, a.width, a.height, { threshold: THRESHOLD });
}

function report(title: string, expected: PNG, actual: PNG): string {
  const save = (what: string, png: PNG) => {
    mkdirSync(DIFFERENT, { recursive: true });
    const path = join(DIFFERENT, `${title}.${what}.png`);
    writeFileSync(path, PNG.sync.write(png));
    return relative(root, path);
  };
  save('expected', expected);
  save('actual', actual);
  const { width, height } = expected;
  if (width !== actual.width || height !== actual.height)
    return `${title}: ${actual.width} x ${actual.height} pixels instead of ${width} x ${height}`;
  const difference = new PNG({ width, height });
  const count = countDifferent(expected, actual, difference);
  return `${title}: ${count} pixels differ ${placeOf(difference)}; see ${save('difference', difference)}`;
}

/** For those who have only the text of a failed test; `difference` is red where the pictures differ. */
function placeOf({ width, data }: PNG): string {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let i = 0; i < data.length; i += 4) {
    if (data.readUIntBE(i, 3) !== RED) continue;
    xs.push((i / 4) % width);
    ys.push(Math.floor(i / 4 / width));
  }
  const range = (list: number[]) => [Math.min, Math.max].map((end) => list.reduce((a, b) => end(a, b))).join(' to ');
  return `at x ${range(xs)}, y ${range(ys)}`;
}

/** Once two looks at the page are the same. */
async function record(page: Page, title: string, wanted: Wanted): Promise<string | undefined> {
  await page.waitForLoadState('networkidle');
  const foreign = await findForeignFonts(page);
  if (foreign.length > 0) return `${title}: text in ${foreign.join(', ')}, which other machines may not have`;
  let before = await look(page, wanted);
  for (let i = 0; i < 20; i++) {
    await page.waitForTimeout(300);
    const now = await look(page, wanted);
    if (now.data.equals(before.data)) {
      const path = join(RECORDED, `${title}.png`);
      // What looks the same stays, so that a recording changes the files of what it changes.
      const known = existsSync(path) ? PNG.sync.read(readFileSync(path)) : undefined;
      if (!known || countDifferent(known, now) > MOST_PIXELS) writeFileSync(path, encodeSmall(now));
      return undefined;
    }
    before = now;
  }
  return `${title}: the page does not come to rest`;
}
