import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { API_REFERENCE_PATH } from '#contracts/paths.ts';
import { expectConsoleMessages, expectSoon, test } from '../support/browser.ts';
import { textOfManuals } from '../support/manuals.ts';
import { startSite } from '../support/test-site.ts';

const site = await startSite();

test('[R43] the API can be browsed at /api/docs, in light and dark, and nothing is asked of other hosts', async ({
  open,
}) => {
  const colours: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await open({ colorScheme });
    const outside: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${site.url}/`) && !/^(data|blob):/.test(request.url()))
        outside.push(request.url());
    });
    const answer = await page.goto(`${site.url}/api/docs`, { waitUntil: 'commit' });
    expect(answer?.headers()['content-security-policy']).toMatch(
      /default-src 'none'; script-src 'self' 'sha256-[\w+/=]{44}';/,
    );
    await page.getByRole('heading', { name: 'Forum API', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Open Group - search', exact: true }).click();
    await page
      .getByRole('link', { name: /Searches threads, for programs/ })
      .first()
      .click();
    await page.getByText('/api/v2/public/search/thread').first().waitFor();
    await expectSoon(() => page.locator('html').getAttribute('lang')).toBe('en');
    await expectSoon(() => page.locator('link[rel=icon]').getAttribute('href')).toBe(
      '/favicon.ico',
    );
    colours.push(
      await page.evaluate(() =>
        getComputedStyle(
          document.querySelector('.references-layout') ?? document.body,
        ).getPropertyValue('--scalar-background-1'),
      ),
    );
    expect(outside).toEqual([]);
  }
  expect(new Set(colours).size).toBe(2);
});

test('[R43] the page that shows the API tries nothing that its policy forbids', async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (violation) => {
      const { dataset } = document.documentElement;
      const { effectiveDirective, blockedURI, lineNumber } = violation;
      const found = `${effectiveDirective} ${blockedURI} ${lineNumber};`;
      dataset.violations = (dataset.violations ?? '') + found;
    });
  });
  await page.goto(`${site.url}/api/docs`);
  await page.getByRole('heading', { name: 'Forum API', level: 1 }).waitFor();
  const search = page.getByRole('button', { name: 'Open Group - search', exact: true });
  await search.click();
  await page
    .getByRole('link', { name: /Searches threads, for programs/ })
    .first()
    .click();
  await page.getByText('/api/v2/public/search/thread').first().waitFor();
  const violations = () => page.locator('html').getAttribute('data-violations');
  await expectSoon(violations).toBeNull();
  // The timer makes the violation visible: the policy doesn't apply to evaluated code.
  await page.evaluate(() => {
    setTimeout(() => {
      try {
        Function('');
      } catch {
        // as Zod does it
      }
    });
  });
  await expectSoon(violations).toMatch(/^script-src eval \d+;$/);
});

test('[R1] a browser without an icon link finds the forum’s icon, which it can draw', async ({
  page,
}) => {
  const answer = await fetch(`${site.url}/favicon.ico`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'image/vnd.microsoft.icon',
  ]);
  await page.goto(`${site.url}/zh`);
  const sides = await page.evaluate(async (path) => {
    const icon = new Image();
    icon.src = path;
    await icon.decode();
    return [icon.naturalWidth, icon.naturalHeight];
  }, '/favicon.ico');
  expect(sides).toEqual([48, 48]);
});

test('[R43] the script of that page is the complete one of its package, compressed or not', async () => {
  const whole = readFileSync(
    join(
      import.meta.dirname,
      '../../node_modules/@scalar/api-reference/dist/browser/standalone.js',
    ),
    'utf8',
  );
  const address = site.url + API_REFERENCE_PATH;
  for (const encoding of ['br', 'gzip', 'identity']) {
    const answer = await fetch(address, { headers: { 'accept-encoding': encoding } });
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('cache-control'),
      answer.headers.get('content-encoding'),
    ]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'public, max-age=3600',
      encoding === 'identity' ? null : encoding,
    ]);
    expect((await answer.text()) === whole).toBe(true);
  }
});

test('[ops] every address that the manuals name answers a browser', async ({
  page,
  complaints,
}) => {
  const named = new Set(
    [...textOfManuals.matchAll(/`(?:\$SITE_URL)?(\/(?!opt\/|var\/)[a-z][^\s`]*)`/g)].map(
      ([, path = '']) => path,
    ),
  );
  const answers: [path: string, heading: string | RegExp][] = [
    ['/', /蓝图/],
    ['/zh', /蓝图/],
    ['/en', /Lantu/],
    ['/phone', /蓝图/],
    ['/api/docs', 'Forum API'],
    ['/sso/.well-known/openid-configuration', /"issuer"/],
    ['/api/openapi.json', /"openapi":\s*"3\.1\.0"/],
    ['/api/health', /"ok":\s*true/],
    ['/api/live', /"ok":\s*true/],
    ['/api/ready', /"why":\s*\[\]/],
  ];
  /** Addresses for browsers from the identity provider: without its parameters, an error page. */
  const returned = [
    '/api/v1/login/callback',
    '/admin/admin/api/manager/callback',
    '/api/v1/login/logout/done',
  ];
  const answered = answers.map(([path]) => path);
  // the last is for Prometheus, which has a token
  const walked = [...answered, ...returned, '/api', '/sso', '/bbs-admin', '/metrics'];
  expect([...named].filter((path) => !walked.includes(path) && path !== '/zh/post/42')).toEqual([]);
  for (const [path, shown] of answers) {
    const answer = await fetch(site.url + path, { headers: { accept: 'text/html' } });
    expect([path, answer.status]).toEqual([path, 200]);
    expect(await answer.text(), path).toMatch(shown);
  }
  // A visitor of the admin area is redirected to the login.
  await page.goto(`${site.url}/bbs-admin`, { waitUntil: 'commit' });
  await page.waitForURL(/\/sso\//);
  await expectConsoleMessages(complaints, /status of 401 .*\/api\/v2\/admin\/me/);
  for (const path of returned) {
    const { status } = await fetch(`${site.url}${path}`, { redirect: 'manual' });
    expect([path, status < 500 && status !== 404]).toEqual([path, true]);
  }
});
