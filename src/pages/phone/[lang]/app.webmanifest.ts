import type { APIRoute } from 'astro';
import { isLang } from '#contracts/language.ts';
import { manifestOf } from '#views/phone/manifest.ts';

export const prerender = false;

export const GET: APIRoute = ({ params: { lang }, locals: { proxyTarget } }) =>
  isLang(lang)
    ? new Response(JSON.stringify(manifestOf(lang, proxyTarget)), {
        headers: { 'content-type': 'application/manifest+json' },
      })
    : new Response(null, { status: 404 });
