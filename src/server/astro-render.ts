import { createApp } from 'astro/app/entrypoint';
import { toBrand } from '#contracts/brand.ts';
import { readStoredBrand } from '#db/brand.ts';
import type { Db } from '#db/client.ts';
import { setTimeZone } from '#i18n/format.ts';
import type { Env } from '#platform/env.ts';
import type { Render, RenderResult } from '#publish/render/render-result.ts';

/** Renders pages with Astro. Pages read the database themselves and report their tags. */
export function createAstroRender(db: Db, env: Env): Render {
  setTimeZone(env.TIME_ZONE);
  const app = createApp({ streaming: false });
  // Without this, Astro finds "/500" as an error page: the home page of such a language, which
  // returns 404. Failures must remain failures, and pages retain their status.
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
