import type { IncomingMessage, ServerResponse } from 'node:http';
import { toBrand } from '#contracts/brand.ts';
import { readStoredBrand } from '#db/brand.ts';
import type { Db } from '#db/client.ts';
import type { Env } from '#platform/env.ts';
import { getAdminHeaders } from './headers.ts';
import type { Renderer } from './renderer-client.ts';
import type { RequestTarget } from './request-target.ts';

type AdminTarget = Extract<RequestTarget, { kind: 'admin' }>;

/**
 * Serves the admin area's pages. They are the same for everybody and hold no data: the calls of its
 * screens check the caller. Each is rendered once for a version of the brand and isn't cached
 * elsewhere.
 */
export function createAdminPages(renderer: Renderer, db: Db, env: Env) {
  const pages = new Map<string, string>();
  let pagesVersion = 0;
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    { path, lang, there }: AdminTarget,
  ): Promise<void> => {
    const { colours, version } = toBrand(await readStoredBrand(db), env.PROXY_TARGET).look;
    if (version !== pagesVersion) pages.clear();
    pagesVersion = version;
    const address = `${path}?lang=${lang}`;
    let body = pages.get(address);
    if (body === undefined) {
      const page = await renderer.renderOnce(address, true);
      if (page.status !== 200)
        throw new Error(`the admin area could not be rendered: ${page.status}`);
      body = page.body;
      if (version === pagesVersion) pages.set(address, body);
    }
    response.writeHead(there ? 200 : 404, {
      ...getAdminHeaders(colours),
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      vary: 'Accept-Language, Cookie',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
