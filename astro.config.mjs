import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import i18next from 'astro-i18next';
import { inlineScripts } from './scripts/build/inline-scripts.ts';
import { nameStatements } from './scripts/build/name-statements.ts';
import { siteRoutes } from './scripts/build/site-routes.ts';

/** Our own main is the built entry: it serves files and the API, and asks Astro for pages. */
const server = {
  name: 'forum-server',
  hooks: {
    'astro:config:done': ({ setAdapter }) => {
      setAdapter({
        name: 'forum-server',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('./src/server/main.ts', import.meta.url),
        supportedAstroFeatures: {
          hybridOutput: 'stable',
          serverOutput: 'stable',
          staticOutput: 'stable',
        },
      });
    },
  },
};

/** What a module needs before it runs, itself included; what it imports later isn't in it. */
function closure(root, modules, found = new Set()) {
  if (found.has(root)) return found;
  found.add(root);
  for (const id of modules.getModuleInfo(root)?.importedIds ?? []) closure(id, modules, found);
  return found;
}

const source = (path) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));
const START = source('islands/start.tsx');
const THREAD = source('islands/thread/Thread.tsx');
/** What only threads have of that: client pages, which share the rest, needn't fetch it. */
const THREADS_OWN = /\/src\/islands\/(thread|composer)\//;

/**
 * The file that a module of members' pages travels in, if not in one of its own: 45 small files
 * were 10 kB more than these three, compressed. React's stays as it is from release to release.
 */
function memberFile(id, modules) {
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react';
  if (id === START) return null;
  if (closure(START, modules).has(id)) return 'islands';
  if (!closure(THREAD, modules).has(id)) return null;
  return THREADS_OWN.test(id) ? 'thread' : 'islands';
}

/** Styles that several kinds of pages share travel in three files: small ones are a request each. */
const STYLE_FILES = {
  parts: /^(?:activities|empty-states|stats)$/,
  lists: /^(?:carousel|thread-list|desktop\/(?:forum|forum-tile|home-aside|tabs|user))$/,
  'phone-lists': /^phone\/(?:carousel|forums|thread-list|user)$/,
};
function styleFile(id) {
  const [, name] = /\/src\/styles\/(.+)\.css$/.exec(id) ?? [];
  return Object.keys(STYLE_FILES).find((file) => name && STYLE_FILES[file].test(name)) ?? null;
}

/**
 * What keeps read pages on phones, what shows push messages, and what sends what was written while
 * the API was down: one file each, by a name that stays, because browsers look there for a newer
 * one. None imports what others do.
 */
const serviceWorkers = {
  name: 'forum-service-workers',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  buildStart() {
    this.emitFile({
      type: 'chunk',
      id: source('views/phone/service-worker/service-worker.ts'),
      fileName: 'phone-sw.js',
    });
    this.emitFile({
      type: 'chunk',
      id: source('views/push-worker/push-worker.ts'),
      fileName: 'push-sw.js',
    });
    this.emitFile({
      type: 'chunk',
      id: source('views/outbox-worker/outbox-worker.ts'),
      fileName: 'outbox-sw.js',
    });
  },
};

export default defineConfig({
  output: 'server',
  trailingSlash: 'ignore',
  // as in React: a line break between elements is no white space, {' '} is. Prettier is told the
  // same (.prettierrc.json), or breaking a line would change what is read.
  compressHTML: 'jsx',
  build: { inlineStylesheets: 'never', assets: 'assets/build' },
  devToolbar: { enabled: false },
  prefetch: false,
  // the colours of code would be styles in attributes, which the policy of pages refuses
  markdown: { syntaxHighlight: false },
  // the API has its own anti-forgery rule (R21), pages take no forms
  security: { checkOrigin: false },
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  adapter: server,
  // src/fetch.ts is for `npm run dev`, which names it; the built server has its own main
  fetchFile: null,
  integrations: [
    siteRoutes(),
    react(),
    i18next({ configPath: './src/i18n/astro-i18next.config.cjs' }),
  ],
  vite: {
    plugins: [serviceWorkers, inlineScripts(), nameStatements()],
    define: {
      __FORUM_BUILD__: JSON.stringify(process.env.FORUM_BUILD ?? ''),
      // React asks for it, and what a page costs doubles without it
      'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production'),
    },
    // tests limit what pages load; Vite's advice about large files tells an operator nothing
    build: { assetsInlineLimit: 0, cssMinify: true, chunkSizeWarningLimit: 10_000 },
    environments: {
      client: {
        build: {
          rolldownOptions: { output: { codeSplitting: { groups: [{ name: memberFile }] } } },
        },
      },
      ssr: {
        build: {
          rolldownOptions: { output: { codeSplitting: { groups: [{ name: styleFile }] } } },
        },
      },
    },
    // In the bundle because finding their many files takes a quarter of the server's start; the
    // last two because all but the common ones of their 190 grammars are left out there, which is
    // 15 MB of memory. What imports one of them is in it too: another copy of a class is another
    // class, whose errors nobody here knows (tests/api/built-server.test.ts). React is in it so that
    // pages are made by its production build wherever the server is started.
    ssr: {
      noExternal: [
        'react',
        'react-dom',
        'drizzle-orm',
        'zod',
        '@hono/zod-openapi',
        '@hono/zod-validator',
        '@asteasolutions/zod-to-openapi',
        'hono',
        '@hono/node-server',
        '@scalar/hono-api-reference',
        'lowlight',
        'highlight.js',
      ],
    },
  },
});
