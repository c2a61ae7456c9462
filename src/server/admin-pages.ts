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
 * Serves the admin area's pages. They contain no data and are equal for everybody: the screens'
 * calls check the caller. Each is rendered once per version of the brand.
 */
export function createAdminPages(renderer: Renderer, db: Db, env: Env) {
  const pages = new Map<string, Promise<string>>();
  let pagesVersion = 0;
  const renderPage = async (address: string): Promise<string> => {
    const { status, body } = await renderer.renderOnce(address, true);
    if (status !== 200) throw new Error(`the admin area could not be rendered: ${status}`);
    return body;
  };
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    { path, lang, there }: AdminTarget,
  ): Promise<void> => {
    const { colours, version } = toBrand(await readStoredBrand(db), env.PROXY_TARGET).look;
    if (version !== pagesVersion) pages.clear();
    pagesVersion = version;
    const address = `${path}?lang=${lang}`;
    let page = pages.get(address);
    if (!page) {
      page = renderPage(address);
      pages.set(address, page);
      page.catch(() => pages.delete(address));
    }
    const body = await page;
    response.writeHead(there ? 200 : 404, {
      ...getAdminHeaders(colours),
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      vary: 'Accept-Language, Cookie',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
