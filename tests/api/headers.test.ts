import { describe, expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import { PEOPLE } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { startSite } from '../support/test-site.ts';

/* Headers of every answer of a site on https. */

const site = await startSite({
  env: {
    SITE_URL: 'https://forum.example',
    RATE_LIMITS: 'on',
    CAPTCHA_PROVIDER: 'builtin',
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'forum',
  },
});
const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { redirect: 'manual', headers: { accept: 'text/html', ...headers } });

const PAGES = [
  ['the home page', '/zh', 200],
  ['the phone’s', '/phone/en', 200],
  ['a thread', '/zh/post/1', 200],
  ['a thread that isn’t there', '/zh/post/99999999', 404],
  ['no page at all', '/nothing/here', 404],
  ['the error page', '/error?errCode=403', 200],
  ['the admin area', '/bbs-admin', 200],
  ['none of its screens', '/bbs-admin/nothing', 404],
  ['a call that a browser was sent to', '/api/v1/nothing', 404],
  ['the callback of a login that nobody began', '/admin/admin/api/manager/callback', 403],
  ['the description of the API', '/api/docs', 200],
] as const;

describe('[R13] every page declares its scripts and frame rules, and forces https', () => {
  test.each(PAGES)('%s: %s', async (_, path, status) => {
    const reply = await open(path);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('strict-transport-security')).toBe('max-age=31536000');
    if (!reply.headers.get('content-type')?.startsWith('text/html')) {
      expect(status).toBe(302);
      return;
    }
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/frame-ancestors '(?:self|none)'/);
    expect(policy).toMatch(/default-src '(?:self|none)'/);
    expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'/);
    expect(reply.headers.get('x-frame-options')).toMatch(/^(?:SAMEORIGIN|DENY)$/);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('permissions-policy')).toMatch(/fullscreen=\*.*camera=\(\)/);
  });

  test('an answer that is no page runs nothing when it is opened as one', async () => {
    const reply = await open('/api/v1/forum', { accept: 'application/json' });
    expect(reply.headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(reply.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });
});

test('[R17, R30] no browser caches answers for a logged-in user', async () => {
  const token = await createSession(site.db, {
    userId: PEOPLE.member,
    kind: 'site',
    ip: '127.0.0.1',
    userAgent: 'test',
  });
  const keeping = async (path: string, cookie = '') => {
    const reply = await open(path, { accept: 'application/json', cookie });
    return [reply.status, reply.headers.get('cache-control')];
  };
  for (const path of ['/api/v1/user/session', '/api/v1/user/token', '/api/v1/forum'])
    expect([path, ...(await keeping(path, `bbs=${token}`))]).toEqual([
      path,
      200,
      'private, no-store',
    ]);
  expect(await keeping('/api/v1/user/session')).toEqual([401, 'private, no-cache']);
});

test('[R13] short answers that are no page run nothing, are framed by nobody and aren’t guessed at', async () => {
  for (const [method, path, status] of [
    ['GET', '/', 200],
    ['GET', '/en?order=created_at', 301],
    ['POST', '/zh', 405],
    ['TRACE', '/zh', 405],
    ['TRACE', '/api/v1/forum', 404],
  ] as const) {
    const reply = await rawRequest(site.url + path, { method, headers: { 'x-secret': 'echo' } });
    expect([method, path, reply.status]).toEqual([method, path, status]);
    expect(String(reply.body)).not.toContain('echo');
    if (status === 200) continue;
    expect(reply.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(reply.headers['content-type'] ?? 'none').not.toBe('text/plain');
  }
});

test('[R19] on https the admin area’s session is a cookie that no other host can set', async () => {
  const token = await createSession(site.db, {
    userId: PEOPLE.administrator,
    kind: 'admin',
    ip: '127.0.0.1',
    userAgent: 'test',
  });
  const enter = async (name: string) =>
    (await open('/api/v2/admin/me', { accept: 'application/json', cookie: `${name}=${token}` }))
      .status;
  expect([await enter('__Host-bbs_admin'), await enter('bbs_admin')]).toEqual([200, 401]);
});
