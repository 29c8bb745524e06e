// How the web pages are built and served while they are worked on; `scripts/build-pages.mjs` and `scripts/dev.mjs` use it.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';

const root = import.meta.dirname;
const ASK_SESSION = 'ask-session.js';

/**
 * What is loaded as one file. Browsers fetch six files at a time, each costs a trip to the server and compresses by itself, so what is
 * needed together comes together. A group takes along all that its modules import and no group before it has.
 */
const GROUPS = [
  ['early', /\/ui\/(app\/(early|next-task)|data\/(session|store))\.ts$|vite\/preload-helper/],
  ['react', /\/node_modules\/(react|react-dom|scheduler)\//],
  [
    'base',
    /\/ui\/styles\/theme\.ts$|\/@mantine\/(core\/esm\/core|hooks)\/|\/(Popover|CheckIcon|Alert|InlineInput)\.mjs$|\/node_modules\/(@tanstack\/(react-query|query-core)|react-router)\//,
  ],
  [
    'first',
    /\/ui\/(app\/(main|shell\/shell)|kit\/(panel|floating-bar|state-mark|use-enter|dialogs\/(dialog|ask-dialog)|lists\/more-button|states\/(use-action|tell)|texts\/markdown)|entities\/(entity-list|fields\/(chips|values|person-name))|data\/addresses\/entity-links)\.tsx?$|\/lucide-react\/.*\/icons\//,
  ],
  ['grid', /\/ui\/kit\/lists\/paged-grid\.tsx$/],
  ['entity', /\/ui\/entities\/frame\/entity-frame\.tsx$/],
  ['scroll', /\/ScrollArea\.mjs$/],
  ['task', /\/ui\/entities\/tasks\/task-requests\.ts$/],
  ['choices', /\/(Select|MultiSelect|TagsInput|Autocomplete)\.mjs$/],
  ['inputs', /\/(Checkbox|Switch|Textarea|NativeSelect)\.mjs$/],
].map(([name, test], i, { length }) => ({ name, test, priority: length - i }));

/** What `/my-data` shows besides assets. */
const NEWS = [
  'entities/activity/(activity|mentions|reactions)(?!-tab)',
  'entities/announcements/announcement(?!-(bar|dialog))',
  'entities/tasks/task-(list|texts)',
  'words/entities/(activity|announcements)',
];

/** Files that are small and needed together: one file costs less than each with what files have around them. */
const TOGETHER = [
  [
    'setting-pages',
    '(pages/settings/(forms/(?!use-setting)|(properties|apps|intake|relations|rules|definitions)/)|words/settings/(intake|relations|rules|definitions))',
  ],
  ['asked-inputs', '(entities/(intake/asked-inputs|frame/properties/value-input)|words/entities/asked)'],
  ['alert-pages', '(pages/alerts/(detail/|templates/|alert-)|words/alerts/(alert-detail|templates))'],
  ['alert-parts', 'pages/alerts/(events/|channels|sources)'],
  ['task-pages', 'pages/tasks/(?!routes)'],
  ['account-pages', 'pages/account/(?!routes)'],
  ['rule-pages', 'pages/people/access/(?!effect-mark|rule-)'],
  ['token-pages', 'pages/people/tokens/'],
  ['graph', '(kit/graph/|entities/relationships/|words/entities/relationships)'],
  ['tag-pages', 'pages/govern/tags/(?!tags-page)'],
  ['govern-pages', 'pages/govern/((domains|glossary(?!/relations-tab))/|query-|metrics-page|term-address)'],
  ['govern-parts', '(pages/govern/(parts/|types|govern)|words/govern)'],
  ['test-pages', 'entities/quality/(?!incident-list)'],
  ['incident-pages', '(pages/quality/incident|entities/quality/incident-list)'],
  ['quality-pages', 'pages/quality/(?!routes|new-test-page|parameter-input)'],
  ['test-form', 'pages/quality/(new-test-page|parameter-input)'],
  ['metric-tabs', '(entities/metric/|words/entities/metric)'],
  ['run-parts', '(entities/pipeline/(run-state|fillers|pipeline\\.)|words/entities/runs)'],
  ['pipeline-pages', '(pages/pipelines/(?!routes)|entities/pipeline/run(s-tab|-values)|words/pipelines)'],
  ['profile', '(entities/profile/(?!loaded-chart|period)|words/entities/profile)'],
  ['service-pages', 'pages/services/(agents-tab|services-page|service-route)'],
  [
    'connection-parts',
    'pages/services/connection/(connection-tab|connection-dialog|connection-test|test-outcome|run-test)',
  ],
  ['plain-tabs', 'entities/(described|code|references|later)-tab'],
  ['member-tabs', 'pages/people/members/(assets-tab|tasks-tab|team-rights-tab|following-tab|persona-tab)'],
  [
    'team-pages',
    'pages/people/members/(users-page|online-page|teams-page|user-grid|people-lists|subteams-tab|team-members-tab)',
  ],
  [
    'kit-parts',
    '(kit/(page-head|field-group|lists/(find-field|cards|cells|paging))|data/save-file|entities/plain-table)',
  ],
  ['create-parts', 'entities/(create-button|made)'],
  ['people-parts', 'pages/people/parts/named-list'],
  ['people-panels', 'pages/people/(parts/references-panel|people\\.module)'],
  ['found-parts', 'pages/people/parts/found'],
  [
    'entity-dialogs',
    'entities/(frame/(entity-menu|certify-dialog|remove-dialog|rename-dialog)|fields/choice-field|announcements/announcement-dialog)',
  ],
  ['table-tabs', 'entities/table/(sql-tabs|queries-tab|add-query-dialog|sample-tab)'],
  [
    'property-tabs',
    '(entities/frame/properties/(custom|property-dialog|property\\.)|entities/table/column-properties|words/entities/property-values)',
  ],
  ['column-pages', 'pages/(columns|workflows)/(?!routes)'],
  ['news', `(${NEWS.join('|')})`],
].map(([name, files]) => ({
  name,
  test: new RegExp(`/ui/${files}[^/?]*\\.(tsx?|css)$`),
  includeDependenciesRecursively: false,
}));

/**
 * Makes the browser ask for the session before it compiles anything, and load what `app/early.ts` imports later while it runs that.
 */
const loadFirst = {
  name: 'load-first',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'asset', name: ASK_SESSION, source: readFileSync(join(root, 'app', ASK_SESSION), 'utf8') });
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const first = Object.values(bundle).find(({ name, type }) => type === 'chunk' && name === 'first');
      if (!first) throw new Error('the build lacks the file of what is needed first');
      const preload = (file) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
        injectTo: 'head',
      });
      const ask = Object.values(bundle).find(({ names }) => names?.includes(ASK_SESSION)).fileName;
      const files = [first.fileName, ...first.imports].filter((file) => !html.includes(file));
      return {
        // Modules that are not `async` wait for the styles.
        html: html.replace('<script type="module"', `<script src="/${ask}"></script>\n  <script type="module" async`),
        tags: files.map(preload),
      };
    },
  },
};

/** Files of which the first page runs nearly all. */
const RUN_WHOLE = new Set(['early', 'react', 'base', 'first']);

/**
 * Makes Chromium compile these files whole while they load, beside the thread that draws. By default it compiles each function when it
 * is first called, on that thread: 1,500 of them before the first page shows. The comment must be the first line
 * (https://v8.dev/blog/explicit-compile-hints).
 */
const compileFirst = {
  name: 'compile-first',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (RUN_WHOLE.has(chunk.name)) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
    },
  },
};

/** Fails where `styles/mantine.ts` lacks the styles of a component that is in the build, or has those of another. */
const mantineStyles = {
  name: 'mantine-styles',
  apply: 'build',
  generateBundle(_, bundle) {
    const used = new Set(Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds.flatMap(mantineStyleOf)));
    const styled = new Set(
      [...this.getModuleIds()].flatMap((id) => /core\/styles\/([A-Z]\w*)\.layer/.exec(id)?.[1] ?? []),
    );
    for (const [what, some, others] of [
      ['lacks', used, styled],
      ['does not need', styled, used],
    ]) {
      const names = [...some].filter((name) => !others.has(name));
      if (names.length > 0) this.error(`ui/styles/mantine.ts ${what} ${names.join(', ')}`);
    }
  },
};

function mantineStyleOf(id) {
  return /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs/.exec(id)?.[1] ?? [];
}

/** Modules of packages that others replace: how their paths end, and the code that takes their place. */
const STAND_INS = [
  // `styles/use-id.ts` says why.
  ['@mantine/hooks/esm/use-id/use-id.mjs', `export { useId } from ${JSON.stringify(join(root, 'styles/use-id.ts'))}`],
  // The package exports only its development build, which checks for mistakes of developers.
  ['react-router/dist/development/index.mjs', "export * from '../production/index.mjs'"],
  // Attributes of SVG elements. Markdown has none, and the HTML in it is shown without them.
  ['property-information/lib/svg.js', "export const svg = { normal: {}, property: {}, space: 'svg' }"],
  // Every browser has it.
  ['@ungap/structured-clone/esm/index.js', 'export default (value) => structuredClone(value)'],
];

const standIns = {
  name: 'stand-ins',
  apply: 'build',
  load(id) {
    return STAND_INS.find(([end]) => id.endsWith(`/node_modules/${end}`))?.[1] ?? null;
  },
  generateBundle() {
    const ids = [...this.getModuleIds()];
    for (const [end] of STAND_INS)
      if (!ids.some((id) => id.endsWith(`/node_modules/${end}`)))
        this.error(`${end} was not found, so nothing takes its place`);
  },
};

/** The files of class names. A number for each is shorter than the hash and line that Vite adds to a name. */
const cssFiles = readdirSync(root, { recursive: true })
  .filter((file) => file.endsWith('.module.css'))
  .sort();
function className(name, path) {
  return `${name}_${cssFiles.indexOf(relative(root, path)).toString(36)}`;
}

const PAGES = 'index.html';

/**
 * `output`: where the build goes. `page`: what it begins from. `server`: the address that a development server passes requests for
 * data to.
 */
export function viteConfig({ output = join(root, '../dist/ui'), page = PAGES, server } = {}) {
  return {
    root,
    configFile: false,
    logLevel: server ? 'info' : 'warn',
    plugins: [react(), ...(page === PAGES ? [loadFirst, compileFirst, mantineStyles, standIns] : [])],
    // The sources of `cairn/client` and `cairn/contract`, not what a build made of them.
    resolve: { conditions: ['cairn-source', 'module', 'browser', 'development|production'] },
    css: { modules: { localsConvention: 'camelCaseOnly', ...(server ? {} : { generateScopedName: className }) } },
    html: { cspNonce: server ? undefined : '__CSP_NONCE__' },
    cacheDir: join(root, '../node_modules/.vite-ui'),
    build: {
      outDir: output,
      manifest: true, // for `scripts/ui-sizes.mjs`
      chunkSizeWarningLimit: 1000, // `npm run check` has limits of its own
      emptyOutDir: true,
      target: 'es2023',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // the first with light-dark()
      assetsInlineLimit: 0, // the policy of the pages allows no scripts and fonts as data
      modulePreload: { polyfill: false },
      cssCodeSplit: false, // all styles together are smaller than half of their budget, and no part of a page waits for its own
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, page),
        output: { chunkFileNames: 'assets/[name]-[hash].js', codeSplitting: { groups: [...GROUPS, ...TOGETHER] } },
      },
    },
    server: server && {
      port: Number(process.env.CAIRN_UI_PORT ?? 5173),
      proxy: Object.fromEntries(
        ['/api', '/session', '/docs', '/openapi.json', '/healthz', '/readyz'].map((path) => [path, server]),
      ),
    },
  };
}
