import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import i18next from 'astro-i18next';
import { apiReference } from './scripts/build/api-reference.ts';
import { inlineScripts } from './scripts/build/inline-scripts.ts';
import { nameStatements } from './scripts/build/name-statements.ts';
import { siteRoutes } from './scripts/build/site-routes.ts';

/** The built entry is our own main: it serves files and the API, and lets Astro render pages. */
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

/** The static imports of a module, recursively, including itself. */
function closure(root, modules, found = new Set()) {
  if (found.has(root)) return found;
  found.add(root);
  for (const id of modules.getModuleInfo(root)?.importedIds ?? []) closure(id, modules, found);
  return found;
}

const source = (path) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));
const START = source('islands/start.tsx');
const THREAD = source('islands/thread/Thread.tsx');
/** Each member's thread page loads it; lists need its imports too. */
const TRACK_READING = source('islands/reading/track-reading.ts');
/** Modules of threads alone: client pages needn't fetch them. */
const THREADS_OWN = /\/src\/islands\/(thread|composer)\//;

/**
 * The bundle of a members' module, or undefined for its own file. 45 small files were 10 kB larger
 * (compressed) than these three. React's bundle is stable across releases.
 */
function memberFile(id, modules) {
  if (/\/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react';
  if (id === START) return null;
  if (id === TRACK_READING) return 'thread';
  if (closure(START, modules).has(id) || closure(TRACK_READING, modules).has(id)) return 'islands';
  if (!closure(THREAD, modules).has(id)) return null;
  return THREADS_OWN.test(id) ? 'thread' : 'islands';
}

/** Shared styles are bundled into three files: each small one would be a request. */
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
 * Service workers for offline reading, push messages and the outbox. Each is one file without
 * shared imports and with a fixed name, where browsers check for updates.
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
  // as in React: a line break between elements is no white space, {' '} is (.prettierrc.json too)
  compressHTML: 'jsx',
  build: { inlineStylesheets: 'never', assets: 'assets/build' },
  devToolbar: { enabled: false },
  prefetch: false,
  // Highlighting uses style attributes, which the pages' policy blocks.
  markdown: { syntaxHighlight: false },
  // The API has its own anti-forgery check (R21); pages take no forms.
  security: { checkOrigin: false },
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  adapter: server,
  // Only `npm run dev` uses src/fetch.ts; the built server has its own main.
  fetchFile: null,
  integrations: [
    siteRoutes(),
    react(),
    i18next({ configPath: './src/i18n/astro-i18next.config.cjs' }),
  ],
  vite: {
    plugins: [serviceWorkers, apiReference(), inlineScripts(), nameStatements()],
    define: {
      __FORUM_BUILD__: JSON.stringify(process.env.FORUM_BUILD ?? ''),
      // React reads it; without it, pages cost twice as much.
      'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production'),
    },
    // Tests limit what pages load; Vite's warning about large files doesn't help operators.
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
    // Bundled because resolving their many files takes a quarter of the server's start. The last
    // two omit rare ones of 190 grammars, which saves 15 MB of memory. Their importers are bundled
    // too: a second copy of a class would not recognize its errors
    // (tests/api/built-server.test.ts). React is bundled so that its production build always
    // renders pages.
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
        'lowlight',
        'highlight.js',
      ],
    },
  },
});
