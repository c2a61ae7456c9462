import { createApp } from 'astro/app/entrypoint';
import { toBrand } from '#contracts/brand.ts';
import { readStoredBrand } from '#db/brand.ts';
import type { Db } from '#db/client.ts';
import { setTimeZone } from '#i18n/format.ts';
import type { Env } from '#platform/env.ts';
import type { Render, RenderResult } from '#publish/render/render-result.ts';

/**
 * Renders pages with Astro. Pages read the database themselves and report the tags that they use.
 */
export function createAstroRender(db: Db, env: Env): Render {
  setTimeZone(env.TIME_ZONE);
  const app = createApp({ streaming: false });
  // Astro would look for an error page and find one: "/500" is the home page of a language of that
  // name, which answers 404. A failure stays a failure, and a page's own status is kept.
  app.renderError = async (_request, { status, error, response }) => {
    if (error) throw error;
    if (status >= 500) throw new Error(`Astro answered with status ${status}`);
    return response ?? new Response(null, { status });
  };
  return async (path, options = {}) => {
    const { preloaded, mayReadRestricted = false, db: from = db } = options;
    const brand = 'brand' in options ? options.brand : await readStoredBrand(from);
    const renderResult: RenderResult = { tags: [] };
    const locals: App.Locals = {
      db: from,
      site: env.SITE_URL,
      brand: toBrand(brand, env.PROXY_TARGET),
      timeZone: env.TIME_ZONE,
      renderResult,
      mayReadRestricted,
      ...(preloaded ? { preloaded } : {}),
    };
    const request = new Request(env.SITE_URL + path);
    const routeData = app.match(request);
    if (!routeData) return { ...renderResult, status: 404, body: '', contentType: 'text/html' };
    const response = await app.render(request, { locals, routeData });
    const body = response.status === 200 ? await response.text() : '';
    return {
      ...renderResult,
      status: response.status,
      body,
      contentType: response.headers.get('content-type') ?? 'text/html',
    };
  };
}
