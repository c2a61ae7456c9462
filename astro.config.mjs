import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import i18next from 'astro-i18next';

/** Our own main is the built entry: it serves files and the API, and asks Astro for pages. */
const server = {
  name: 'forum-server',
  hooks: {
    'astro:config:done': ({ setAdapter }) => {
      setAdapter({
        name: 'forum-server',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('./src/server/main.ts', import.meta.url),
        supportedAstroFeatures: { hybridOutput: 'stable', serverOutput: 'stable', staticOutput: 'stable' },
      });
    },
  },
};

export default defineConfig({
  output: 'server',
  trailingSlash: 'ignore',
  compressHTML: true,
  build: { inlineStylesheets: 'never', assets: 'assets/build' },
  devToolbar: { enabled: false },
  prefetch: false,
  security: { checkOrigin: false }, // the API has its own anti-forgery rule (R21), pages take no forms
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  adapter: server,
  fetchFile: null, // src/fetch.ts is for `npm run dev`, which names it; the built server has its own main
  integrations: [react(), i18next({ configPath: './src/i18n/astro-i18next.config.cjs' })],
  vite: {
    build: { assetsInlineLimit: 0, cssMinify: true },
    // In the bundle because finding their many files takes a quarter of the server's start; the last two because all but
    // the common ones of their 190 grammars are left out there, which is 15 MB of memory.
    ssr: { noExternal: ['drizzle-orm', 'zod', '@hono/zod-openapi', '@asteasolutions/zod-to-openapi', 'hono', '@hono/node-server', 'lowlight', 'highlight.js'] },
  },
});
