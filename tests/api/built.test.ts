import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import config from '../../astro.config.mjs';
import { testApi } from '../support/api.ts';
import { drawn } from '../support/pictures.ts';
import { startSite } from '../support/server.ts';
import { form, type UploadReply } from '../support/uploads.ts';

/* What only the built server shows: some of its packages are in its bundle, others aren't, and it has sockets. */

const site = await startSite();
const callers = await testApi(site.db);
const member = await callers.as(10_004);
const other = await callers.as(10_006);

/** Names of packages that the built server takes from node_modules. */
function importedPackages(): Set<string> {
  const folder = join(import.meta.dirname, '../../dist/server');
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith('.mjs'));
  const specifiers = files.flatMap((name) => Array.from(readFileSync(join(folder, name), 'utf8').matchAll(/^(?:import|export) (?:[^'"\n]*? from )?["']((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^"']*)?["'];?$/gm), ([, found]) => found as string));
  return new Set(specifiers);
}

test('[guard] no package beside the bundle brings another copy of one that is in it: errors of another copy are known to nobody', () => {
  const bundled = config.vite?.ssr?.noExternal as readonly string[];
  const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
    packages: Record<string, { dependencies?: object; peerDependencies?: object; peerDependenciesMeta?: Record<string, { optional?: boolean }> }>;
  };
  const beside = [...importedPackages()].filter((name) => packages[`node_modules/${name}`]);
  expect(beside).toContain('sirv');
  expect(bundled).toContain('hono');
  const twice = beside.flatMap((name) => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = packages[`node_modules/${name}`] ?? {};
    const needed = Object.keys({ ...dependencies, ...peerDependencies }).filter((one) => !peerDependenciesMeta?.[one]?.optional);
    return needed.flatMap((one) => (bundled.includes(one) ? [`${name} brings ${one}`] : []));
  });
  expect(twice).toEqual([]);
});

describe('[R21] [R33] a form', () => {
  const part = (head: string, body = 'x', end = '\r\n') => `--b${end}${head}${end}${end}${body}${end}--b--${end}`;
  const named = 'content-disposition: form-data; name="image"; filename="a.png"';
  test.each([
    ['nothing in it', '', 'b', 400],
    ['no end', `--b\r\n${named}\r\n\r\nxx`, 'b', 400],
    ['another border than it says', part(named), 'c', 400],
    ['a border of odd signs', part(named), '(b)', 400],
    ['a part without a name', part('content-disposition: form-data'), 'b', 400],
    ['a part without a head', '--b\r\n\r\nx\r\n--b--\r\n', 'b', 400],
    ['ends of lines of its own', part(named, 'x', '\n'), 'b', 400],
    ['a text where the picture belongs', part('content-disposition: form-data; name="image"'), 'b', 400],
    ['the prototype', part('content-disposition: form-data; name="__proto__"; filename="a.png"'), 'b', 400],
    ['a path for a name', part('content-disposition: form-data; name="image"; filename="../../x\u0000\u202e.png"'), 'b', 415],
    ['an empty picture', part(named, ''), 'b', 415],
  ])('with %s is refused in the reader’s language, and no error of ours', async (_, body, boundary, status) => {
    for (const path of ['/api/v1/thread/file', '/api/v1/user/avatar']) {
      const reply = await fetch(site.url + path, { method: 'POST', headers: { ...member.authorization, 'accept-language': 'en', 'content-type': `multipart/form-data; boundary=${boundary}` }, body });
      expect([path, reply.status, await reply.json()]).toMatchObject([path, status, { msg: expect.stringMatching(/^The request is not well formed|^This format/) }]);
    }
  });

  test('that comes slowly, of anybody, keeps nobody from uploading', async () => {
    const slow = Array.from({ length: 12 }, () => {
      const socket = connect(site.port, '127.0.0.1', () =>
        socket.write(`POST /api/v1/thread/file HTTP/1.1\r\nhost: x\r\nauthorization: ${member.authorization.authorization}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 20971520\r\n\r\n--b\r\n`),
      );
      return socket.on('error', () => {});
    });
    await Promise.all(slow.map((socket) => new Promise<void>((resolve) => socket.once('connect', resolve))));
    const reply = await fetch(`${site.url}/api/v1/thread/file`, { method: 'POST', headers: other.authorization, body: form(await drawn(33, 33).png().toBuffer()) });
    expect([reply.status, await reply.json()]).toMatchObject([200, { code: 0 } satisfies Partial<UploadReply>]);
    for (const socket of slow) socket.destroy();
  });
});
