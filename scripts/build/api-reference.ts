import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { API_REFERENCE_PATH } from '#contracts/paths.ts';

const PACKAGE = '@scalar/api-reference';

/**
 * The package's browser bundle, as its package.json names it: the package doesn't export its path,
 * and has moved it. Throws if it is missing.
 */
function findReferenceScript(): string {
  const packageFile = findPackageJSON(PACKAGE, import.meta.url);
  if (!packageFile)
    throw new Error(
      `${PACKAGE}, which displays the API’s description, is not installed. Install with development dependencies: npm ci`,
    );
  const { browser, version } = JSON.parse(readFileSync(packageFile, 'utf8')) as {
    browser?: string;
    version: string;
  };
  const file = join(dirname(packageFile), browser ?? '');
  if (!browser?.endsWith('.js') || !existsSync(file))
    throw new Error(
      `${PACKAGE} ${version} has no browser script at the path of its package.json (browser: ${browser}).`,
    );
  return file;
}

interface BuildContext {
  emitFile(file: { type: 'asset'; fileName: string; source: Uint8Array }): void;
}
interface DevServer {
  middlewares: {
    use(path: string, handle: (request: unknown, response: ServerResponse) => void): void;
  };
}

/** Copies the script of the API's page into the build, so that the server needs no package. */
export const apiReference = () => ({
  name: 'forum-api-reference',
  applyToEnvironment: ({ name }: { name: string }) => name === 'client',
  generateBundle(this: BuildContext) {
    this.emitFile({
      type: 'asset',
      fileName: API_REFERENCE_PATH.slice(1),
      source: readFileSync(findReferenceScript()),
    });
  },
  configureServer({ middlewares }: DevServer) {
    middlewares.use(API_REFERENCE_PATH, (_, response) => {
      response.setHeader('content-type', 'text/javascript; charset=utf-8');
      response.end(readFileSync(findReferenceScript()));
    });
  },
});
