import { mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';
import { uploadsFolder } from '#platform/storage.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const YEAR = 31_536_000;

/** Built assets, which stand beside the pages, and uploads, with ranges, ETags and precompressed forms. What carries a hash in its name never changes. */
export function createAssets(siteDir: string, dataDir: string): Handler {
  const uploads = uploadsFolder(dataDir);
  mkdirSync(uploads, { recursive: true });
  const built = sirv(siteDir, {
    dev: true,
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    extensions: [],
    setHeaders(response, pathname) {
      const versioned = pathname.startsWith('/assets/build/') || pathname.startsWith('/assets/i18n/');
      response.setHeader('cache-control', versioned ? `public, max-age=${YEAR}, immutable` : 'public, max-age=3600');
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('vary', 'Accept-Encoding');
    },
  });
  const files = sirv(uploads, {
    dev: true,
    etag: true,
    dotfiles: false,
    extensions: [],
    setHeaders(response) {
      response.setHeader('cache-control', `public, max-age=${YEAR}, immutable`);
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    },
  });
  return (request, response, next) => {
    if (!request.url?.startsWith('/uploads/')) return built(request, response, next);
    request.url = request.url.slice('/uploads'.length);
    files(request, response, next);
  };
}
