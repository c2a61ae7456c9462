import { createApp } from 'astro/app/entrypoint';
import type { Db } from '#db/client.ts';
import { setTimeZone } from '#i18n/format.ts';
import type { Env } from '#platform/env.ts';
import type { Made, Render } from '#publish/rendered.ts';

/** Renders pages with Astro. Pages read the database themselves and say what they used. */
export function createRender(db: Db, env: Env): Render {
  setTimeZone(env.TIME_ZONE);
  const app = createApp({ streaming: false });
  return async (path, preloaded, allowed = false) => {
    const made: Made = { tags: [] };
    const locals: App.Locals = { db, site: env.SITE_URL, proxyTarget: env.PROXY_TARGET, timeZone: env.TIME_ZONE, made, allowed, ...(preloaded ? { preloaded } : {}) };
    const request = new Request(env.SITE_URL + path);
    const routeData = app.match(request);
    if (!routeData) return { ...made, status: 404, body: '', contentType: 'text/html' };
    const response = await app.render(request, { locals, routeData });
    const body = response.status === 200 ? await response.text() : '';
    return { ...made, status: response.status, body, contentType: response.headers.get('content-type') ?? 'text/html' };
  };
}
