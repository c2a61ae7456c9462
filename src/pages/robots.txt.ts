import type { APIRoute } from 'astro';

export const GET: APIRoute = ({ locals: { site } }) =>
  new Response(
    `User-agent: *\nDisallow: /api/\nDisallow: /admin/\nDisallow: /bbs-admin\nDisallow: /sso/\n\nSitemap: ${site}/sitemap.xml\n`,
    { headers: { 'content-type': 'text/plain; charset=utf-8' } },
  );
