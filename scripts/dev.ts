import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { createBuiltinProvider } from '#auth/oidc/builtin-provider.ts';
import { createDb, type Db } from '#db/client.ts';
import { migrateDatabase } from '#db/migrate.ts';
import { type Env, readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { explainFailure } from './cli/explain-failure.ts';
import { printUsageIfAsked } from './cli/usage.ts';
import { withDatabase } from './cli/with-database.ts';
import { seedIfEmpty } from './seed/seed-if-empty.ts';

const USAGE = `Starts Astro's development server with the forum's API and database, see src/fetch.ts. A change in src applies to
the next request. It builds and publishes nothing. Stop it with Ctrl-C.

  npm run dev

PORT, HOST, DATA_DIR and other variables configure it, see scripts/deploy/README.md.`;

/** Required before the first React component; Astro adds it only where it hydrates itself. */
const REACT_REFRESH_PREAMBLE = `import { injectIntoGlobalHook } from '/@react-refresh';
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;`;

function developmentIntegration(db: Db, env: Env): AstroIntegration {
  const { handle } = createBuiltinProvider({ db, env, log: createLog(env.LOG_LEVEL) });
  return {
    name: 'forum-development',
    hooks: {
      'astro:config:setup': ({ injectScript }) => injectScript('page', REACT_REFRESH_PREAMBLE),
      // The built-in identity provider needs Node's raw request, so it runs before Astro.
      'astro:server:setup': ({ server }) => {
        server.middlewares.use((request, response, next) => {
          if (handle && request.url?.startsWith('/sso')) handle(request, response);
          else next();
        });
      },
    },
  };
}

async function main(): Promise<void> {
  if (printUsageIfAsked(USAGE)) return;
  process.env.NODE_ENV = 'development';
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  process.chdir(join(import.meta.dirname, '..'));
  await withDatabase(readEnv(), async (env) => {
    const db = createDb({
      url: env.DATABASE_URL,
      kind: 'maintenance',
      maxConnections: 4,
      name: 'forum dev login',
    });
    await migrateDatabase(db, env.DATABASE_URL);
    await seedIfEmpty(db, env);
    process.env.DATABASE_URL = env.DATABASE_URL; // src/fetch.ts reads it
    const { dev } = await import('astro');
    const server = await dev({
      root: process.cwd(),
      fetchFile: 'fetch',
      server: { port: env.PORT, host: env.HOST },
      vite: { server: { strictPort: true } },
      integrations: [developmentIntegration(db, env)],
    });
    process.stdout.write(
      `\n  ${env.SITE_URL} — changes apply to the next request; stop with Ctrl-C\n\n`,
    );
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
        process.once(signal, () => resolve());
    });
    await server.stop();
    await db.$client.end();
  });
  process.exit(0);
}

await main().catch((error: Error) => {
  explainFailure('The development server did not start')(error);
  process.exit(1);
});
