import { describe, expect, it } from 'vitest';
import { checkSource } from '../../scripts/arrows/check-source.mjs';
import { readSource } from '../../scripts/arrows/read-source.mjs';

const rulesOf = (sources: Record<string, string>, options = {}) =>
  checkSource(new Map(Object.entries(sources)), options).map((f) => `${f.path}:${f.line} ${f.rule}`);

const module = (name: string, text = 'export const here = 1;\n') => ({ [`src/${name}/index.ts`]: text });

describe('imports', () => {
  it('lets a module import modules to its right through their index', () => {
    const sources = {
      ...module('http', "import { here } from '../catalog/index.js';\nexport const there = here;\n"),
      ...module('catalog', "export { here } from './write.js';\n"),
      'src/catalog/write.ts': "import type { X } from '../../contract/types.js';\nexport const here: X = 1;\n",
      'contract/types.ts': 'export type X = number;\n',
    };
    expect(rulesOf(sources)).toEqual([]);
  });

  it.each([
    ['leftwards', 'catalog', 'traits'],
    ['in one row', 'events', 'jobs'],
    ['from the contract', 'context', 'storage'],
    ['towards the front', 'http', 'writer'],
    ['of a feature by what serves it', 'http', 'system'],
    ['of a feature by what runs it', 'writer', 'entities'],
  ])('refuses an import %s', (_, from, to) => {
    const sources = { ...module(from, `import '../${to}/index.js';\n`), ...module(to) };
    expect(rulesOf(sources)).toEqual([`src/${from}/index.ts:1 arrow`]);
  });

  it('refuses an import past the index, a missing file, an unknown module and a path outside the source', () => {
    expect(rulesOf({ ...module('http', "import '../catalog/write.js';\n"), 'src/catalog/write.ts': '' })).toEqual([
      'src/http/index.ts:1 index',
    ]);
    expect(rulesOf(module('http', "\nexport * from './gone.js';\n"))).toEqual(['src/http/index.ts:2 import']);
    expect(rulesOf(module('helpers'))).toEqual(['src/helpers/index.ts:1 module']);
    expect(rulesOf(module('http', "import '../../test/support/x.js';\n"), { exists: () => true })).toEqual([
      'src/http/index.ts:1 arrow',
    ]);
  });

  it('accepts a folder as a module if the list of features imports it', () => {
    const list = { 'src/features.ts': "export * from './memos/index.js';\n" };
    const memos = module('memos', "import '../access/index.js';\nimport '../system/index.js';\n");
    const sources = { ...list, ...memos, ...module('access'), ...module('system') };
    expect(rulesOf(sources)).toEqual(['src/memos/index.ts:2 arrow']);
    const used = { ...list, ...module('memos'), ...module('http', "import '../memos/index.js';\n") };
    expect(rulesOf(used)).toEqual(['src/http/index.ts:1 arrow']);
    expect(rulesOf(memos)).toContain('src/memos/index.ts:1 module');
  });

  it('finds cycles, also through lazy imports and re-exports', () => {
    const sources = {
      'src/catalog/a.ts': "export const load = () => import('./b.js');\n",
      'src/catalog/b.ts': "export { c } from './c.js';\n",
      'src/catalog/c.ts': "import { load } from './a.js';\nexport const c = load;\n",
      'src/catalog/d.ts': "import { c } from './c.js';\nexport const d = c;\n",
    };
    expect(rulesOf(sources)).toEqual(['src/catalog/a.ts:1 cycle']);
    const types = {
      'src/catalog/a.ts': "import type { B } from './b.js';\nexport type A = B;\n",
      'src/catalog/b.ts': "import type {\n  A,\n} from './a.js';\nexport type B = A[];\n",
    };
    expect(rulesOf(types)).toEqual([]);
  });

  it('reads no tests and grants listed exceptions', () => {
    const bad = "import '../http/index.js';\n";
    expect(rulesOf({ 'src/catalog/a.test.ts': bad, ...module('http') })).toEqual([]);
    const exceptions = [{ path: 'src/catalog/a.ts', rule: 'arrow', reason: 'a test' }];
    expect(rulesOf({ 'src/catalog/a.ts': bad, ...module('http') }, { exceptions })).toEqual([]);
  });
});

describe('words', () => {
  it('refuses the name of an entity type outside the declarations and the contract', () => {
    const sources = {
      'src/entities/database-schema.ts':
        "import { defineType } from '../catalog/index.js';\nexport const a = defineType({\n  path,\n  name: 'databaseSchema',\n  parents: [{ name: 'other' }],\n});\n",
      'src/catalog/index.ts': "export const other = 'other';\n",
      'src/catalog/a.ts': "export const a = 'databaseSchema';\n// 'databaseSchema' in a comment\n",
      'src/traits/b.ts': "export const b = ['other', 'databaseSchema'];\n",
      'src/entities/c.ts': "export const c = 'databaseSchema';\n",
      'contract/d.ts': "export const d = 'databaseSchema';\n",
    };
    expect(rulesOf(sources)).toEqual(['src/catalog/a.ts:1 type-name', 'src/traits/b.ts:1 type-name']);
  });

  it.each(["'pipelineService'", '`${family}Service`', "'Service'", '/Service$/'])(
    'refuses the name of a family of services: %s',
    (name) => {
      const text = `export const f = (family: string) => [family, ${name}];\n`;
      expect(rulesOf({ 'src/search/a.ts': text })).toEqual(['src/search/a.ts:1 type-name']);
      expect(rulesOf({ 'src/entities/a.ts': text })).toEqual([]);
    },
  );

  it.each([
    "type A = Request['query'] & { kind: 'query' };",
    "const isQuery = (body: object) => 'query' in body;",
    "const body = { 'query': 1 };",
    "const docs = { name: 'query', description: 'What to find', schema: { type: 'string' } };",
    "const of = parameter(request, 'query');",
    "const parameter = { name, in: 'query', schema };",
    "const route = { docs: { operationId: 'x', tag: 'query' } };",
    "const reference = { field: 'query', alias: 'query' };",
  ])('takes a word for what it means: %s', (text) => {
    const declaration = { 'src/entities/query.ts': "export const q = defineType({ name: 'query' });\n" };
    expect(rulesOf({ ...declaration, 'src/http/a.ts': `export ${text}\n` })).toEqual([]);
  });

  it.each([
    'select id from entity',
    'select 1',
    '\n  with recursive up(id) as (select 1) select * from up',
    'insert or ignore into entity (id) values (?)',
    'UPDATE entity SET name = ?',
    'delete from entity where id = ?',
    'create unique index if not exists x on y (z)',
    'begin immediate',
  ])('refuses SQL outside storage: %s', (sql) => {
    const text = `export const q = \`${sql}\`;\n`;
    expect(rulesOf({ 'src/http/a.ts': text })).toEqual(['src/http/a.ts:1 sql']);
    expect(rulesOf({ 'src/storage/a.ts': text })).toEqual([]);
  });

  it.each(['Create a table', 'Delete from the list', 'Update the set', 'Select columns', 'With owners as text'])(
    'takes a sentence for a sentence: %s',
    (sentence) => {
      expect(rulesOf({ 'src/http/a.ts': `export const q = '${sentence}';\n` })).toEqual([]);
    },
  );

  it('keeps what databases differ in inside storage', () => {
    const asking = "export const locks = (sql: Sql) => sql.dialect.forUpdate !== '';\n";
    const taking = 'export const locks = ({ dialect }: Sql) => dialect.blocking;\n';
    expect(rulesOf({ 'src/catalog/a.ts': asking, 'src/storage/a.ts': asking })).toEqual(['src/catalog/a.ts:1 dialect']);
    expect(rulesOf({ 'src/events/a.ts': taking })).toContain('src/events/a.ts:1 dialect');
  });

  it('keeps the environment in config and the clock in the context', () => {
    const environment = 'export const port = process.env.PORT;\n';
    expect(rulesOf({ 'src/http/a.ts': environment, 'src/config/a.ts': environment })).toEqual([
      'src/http/a.ts:1 environment',
    ]);
    for (const call of ['Date.now()', 'new Date()', 'Math.random()', 'randomUUID()', 'crypto.getRandomValues(x)']) {
      const text = `export const f = (x: Uint8Array) => [x, ${call}];\n`;
      expect(rulesOf({ 'src/catalog/a.ts': text, 'src/context/a.ts': text })).toEqual(['src/catalog/a.ts:1 clock']);
    }
    expect(rulesOf({ 'src/catalog/a.ts': 'export const f = (x: number) => new Date(x);\n' })).toEqual([]);
  });
});

describe('state of a module', () => {
  it.each([
    'let count = 0;',
    'export let open: boolean;',
    'const cache = new Map<string, Promise<void>>();',
    'const seen: Set<string> = new Set();',
    'const rows: string[] = [];',
    'const table: Record<string, number> = {};',
    "const names = ['a'];\nexport const add = (x: string) => names.push(x);",
    'const limits = { a: 1 };\nexport const f = () => { limits.a = 2; };',
  ])('is refused: %s', (text) => {
    expect(rulesOf({ 'src/catalog/a.ts': `${text}\n` })).toEqual(['src/catalog/a.ts:1 state']);
  });

  it.each([
    "const NAMES = new Set(['a', 'b']);",
    "const LABELS: Record<string, string> = { a: 'A' };",
    'export function f() { let i = 0; const m = new Map(); return [i++, m]; }',
    'export const f = (list: number[] = []) => list;',
    'const limits = { a: 1 };\nexport const same = (x: number) => limits.a === x;',
  ])('is not seen in: %s', (text) => {
    expect(rulesOf({ 'src/catalog/a.ts': `${text}\n` })).toEqual([]);
  });
});

describe('what is read of a source', () => {
  it('tells strings, templates, expressions and comments apart', () => {
    const { strings, expressions } = readSource(
      'a.ts',
      "const a = /['\"]/g.test('x') ? b.c / d : `q ${f(`in ${1}`, { k: 'v' })} z`; // it's process.env\n/* \" */ const e = 4 / 2;\n",
    );
    expect(strings.map((s) => s.value).sort()).toEqual(['in ?', 'q ? z', 'v', 'x']);
    expect(expressions.map(({ text }) => text)).toContain('b.c');
    expect(expressions.map(({ text }) => text)).not.toContain('process.env');
  });

  it('gives the line of each string, and leaves out what an import names', () => {
    const { strings, imports } = readSource('a.ts', "import x from 'y';\n\n'a';\n'b';\n");
    expect(strings).toEqual([
      { value: 'a', line: 3 },
      { value: 'b', line: 4 },
    ]);
    expect(imports).toMatchObject([{ specifier: 'y', line: 1, typeOnly: false }]);
  });

  it('finds casts, but not constants', () => {
    expect(readSource('a.ts', 'const a = b as const;\nconst c = d as unknown as string;\n').casts).toEqual([2, 2]);
  });
});

describe('casts', () => {
  const cast = 'export const one = JSON.parse("1") as number;\n';

  it('are counted in src, and more than allowed is one finding', () => {
    const sources = { ...module('catalog', cast + cast.replace('one', 'two')), ...module('storage', cast) };
    expect(rulesOf(sources, { mostCasts: 3 })).toEqual([]);
    expect(rulesOf(sources, { mostCasts: 2 })).toEqual(['src/catalog/index.ts:1 casts']);
  });

  it('are not `as const`, `satisfies`, or names given in imports', () => {
    const text =
      "import { a as b } from './b.js';\nexport const list = [b] as const;\nexport const one = 1 satisfies number;\n";
    const sources = { ...module('catalog', text), 'src/catalog/b.ts': 'export const a = 1;\n', 'contract/a.ts': cast };
    expect(rulesOf(sources, { mostCasts: 0 })).toEqual([]);
  });
});

describe('folders', () => {
  it('refuses one with too many files, and counts no tests', () => {
    const filesIn = (folder: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${folder}/file-${10 + i}.ts`, '']));
    expect(rulesOf({ ...filesIn('src/catalog/read', 16), 'src/catalog/read/a.test.ts': '' })).toEqual([]);
    expect(rulesOf(filesIn('src/catalog/read', 17))).toEqual(['src/catalog/read/file-10.ts:1 folder']);
    expect(rulesOf(filesIn('src/storage/migrations', 40))).toEqual([]);
  });
});
