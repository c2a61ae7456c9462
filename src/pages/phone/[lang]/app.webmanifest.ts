import type { APIRoute } from 'astro';
import { isLang } from '#contracts/language.ts';
import { BRAND_TAGS } from '#domain/config/read.ts';
import { webManifest } from '#views/phone/web-manifest.ts';

export const GET: APIRoute = ({ params: { lang }, locals: { brand, renderResult } }) => {
  if (!isLang(lang)) return new Response(null, { status: 404 });
  renderResult.tags = [...BRAND_TAGS];
  return new Response(JSON.stringify(webManifest(lang, brand)), {
    headers: { 'content-type': 'application/manifest+json' },
  });
};
