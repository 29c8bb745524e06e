// A language that nobody speaks: the texts of `ui/words` with accents, and longer by a third as in German or Finnish. The files that
// the server answers are rewritten on their way to the browser, so the pages know nothing of it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { parseSync } from 'rolldown/utils';
import { root } from '../../../scripts/run.mjs';

const ACCENTS: Readonly<Record<string, string>> = {
  ...{ a: 'á', b: 'ƀ', c: 'ç', d: 'đ', e: 'é', f: 'ƒ', g: 'ğ', h: 'ĥ', i: 'í', j: 'ĵ', k: 'ķ', l: 'ļ', m: 'ɱ' },
  ...{ n: 'ñ', o: 'ó', p: 'þ', q: 'ʠ', r: 'ŕ', s: 'š', t: 'ţ', u: 'ú', v: 'ṽ', w: 'ŵ', x: 'ẋ', y: 'ý', z: 'ž' },
  ...{ A: 'Á', B: 'Ɓ', C: 'Ç', D: 'Đ', E: 'É', F: 'Ƒ', G: 'Ğ', H: 'Ĥ', I: 'Í', J: 'Ĵ', K: 'Ķ', L: 'Ļ', M: 'Ḿ' },
  ...{ N: 'Ñ', O: 'Ó', P: 'Þ', Q: 'Ɋ', R: 'Ŕ', S: 'Š', T: 'Ţ', U: 'Ú', V: 'Ṽ', W: 'Ŵ', X: 'Ẋ', Y: 'Ý', Z: 'Ž' },
};

/** "Save" as "Šáṽé~"; what is put into texts stays. */
export function pseudo(text: string): string {
  const accented = text
    .split(/(\{\{.*?\}\})/)
    .map((part) => (part.startsWith('{{') ? part : part.replaceAll(/[A-Za-z]/g, (letter) => ACCENTS[letter] ?? letter)))
    .join('');
  // In pieces like words, since no language has a word as long as a sentence.
  const longer = '~'.repeat(Math.ceil(text.length / 3)).replaceAll(/~{6}(?=~)/g, '~~~~~~ ');
  return accented + longer;
}

interface Node {
  type: string;
  start: number;
  end: number;
  value?: unknown;
  quasis?: { value: { cooked: string } }[];
  expressions?: unknown[];
}

/** The text of a literal, or of a template without expressions, which is what literals become when they are made small. */
function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions?.length === 0) return node.quasis?.[0]?.value.cooked;
  return undefined;
}

/** Areas of `ui/words` with the keys of their texts. */
function readAreas(): Map<string, ReadonlySet<string>> {
  const areas = new Map<string, ReadonlySet<string>>();
  const folder = join(root, 'ui/words');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  for (const name of names) {
    const source = readFileSync(join(folder, name), 'utf8');
    for (const { area, texts } of callsIn(source, name, () => true))
      areas.set(area, new Set(texts.map(({ key }) => key)));
  }
  return areas;
}

interface Call {
  area: string;
  texts: { key: string; value: Node; text: string }[];
}

/** Calls with the shape of `defineWords('area', { key: 'text' })`. */
function callsIn(source: string, name: string, isArea: (area: string) => boolean): Call[] {
  const calls: Call[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, arguments: given } = node as { type?: string; arguments?: Node[] };
    const area = type === 'CallExpression' && given?.length === 2 ? textOf(given[0]) : undefined;
    if (area !== undefined && isArea(area) && given?.[1]?.type === 'ObjectExpression') {
      const { properties } = given[1] as unknown as { properties: { key: Node & { name?: string }; value: Node }[] };
      const texts = properties.flatMap(({ key, value }) => {
        const text = textOf(value);
        return text === undefined || !key ? [] : [{ key: textOf(key) ?? key.name ?? '', value, text }];
      });
      if (texts.length > 0 && texts.length === properties.length) calls.push({ area, texts });
    }
    for (const value of Object.values(node)) if (typeof value === 'object') visit(value);
  };
  visit(parseSync(name, source).program);
  return calls;
}

/** The texts of a file of the built pages in the pseudo-language; undefined if it has none. */
export function translate(source: string, areas: ReadonlyMap<string, ReadonlySet<string>>): string | undefined {
  const texts = callsIn(source, 'page.js', (area) => areas.has(area))
    .filter(({ area, texts: all }) => all.every(({ key }) => areas.get(area)?.has(key)))
    .flatMap((call) => call.texts)
    .sort((a, b) => b.value.start - a.value.start);
  if (texts.length === 0) return undefined;
  let changed = source;
  for (const { value, text } of texts)
    changed = `${changed.slice(0, value.start)}${JSON.stringify(pseudo(text))}${changed.slice(value.end)}`;
  return changed;
}

/** From now on pages of the context speak the pseudo-language. */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  const areas = readAreas();
  const known = new Map<string, string | undefined>();
  await context.route(/\/assets\/.*\.js$/, async (route) => {
    const url = route.request().url();
    const answer = await route.fetch();
    if (!known.has(url)) known.set(url, translate(await answer.text(), areas));
    const body = known.get(url);
    await route.fulfill({ response: answer, ...(body === undefined ? {} : { body }) });
  });
}
