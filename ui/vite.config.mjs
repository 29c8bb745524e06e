// How the web pages are built and served while they are worked on; `scripts/build-pages.mjs` and `scripts/dev.mjs` use it.
import { join } from 'node:path';
import react from '@vitejs/plugin-react';

const root = import.meta.dirname;

/** Folders of many small pages, which cost less as one file than each with what files have around them. */
const TOGETHER = ['settings/(forms|properties|apps)/', 'alerts/detail/', 'tasks/(?!routes)'].map((pages) => ({
  name: pages.replace(/\W.*/, ''),
  test: new RegExp(`/ui/pages/${pages}[^/?]+\\.tsx?$`),
  includeDependenciesRecursively: false,
}));

/** `output`: where the build goes. `server`: the address that a development server passes requests for data to. */
export function viteConfig({ output = join(root, '../dist/ui'), server } = {}) {
  return {
    root,
    configFile: false,
    logLevel: server ? 'info' : 'warn',
    plugins: [react()],
    // The sources of `cairn/client` and `cairn/contract`, not what a build made of them.
    resolve: { conditions: ['cairn-source', 'module', 'browser', 'development|production'] },
    css: { modules: { localsConvention: 'camelCaseOnly' } },
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
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { chunkFileNames: 'assets/[name]-[hash].js', codeSplitting: { groups: TOGETHER } } },
    },
    server: server && {
      port: Number(process.env.CAIRN_UI_PORT ?? 5173),
      proxy: Object.fromEntries(
        ['/api', '/session', '/docs', '/openapi.json', '/healthz', '/readyz'].map((path) => [path, server]),
      ),
    },
  };
}
