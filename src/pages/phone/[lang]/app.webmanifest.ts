import type { APIRoute } from 'astro';
import { isLang } from '#contracts/language.ts';
import { webManifest } from '#views/phone/web-manifest.ts';

export const GET: APIRoute = ({ params: { lang }, locals: { proxyTarget } }) =>
  isLang(lang)
    ? new Response(JSON.stringify(webManifest(lang, proxyTarget)), {
        headers: { 'content-type': 'application/manifest+json' },
      })
    : new Response(null, { status: 404 });
