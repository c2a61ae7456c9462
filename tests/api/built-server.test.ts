import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import config from '../../astro.config.mjs';
import { PEOPLE } from '../support/people.ts';
import { countOpenConnections, listOpenFiles } from '../support/processes.ts';
import { plainPicture } from '../support/sample-pictures.ts';
import { testApi } from '../support/test-api.ts';
import { startSite } from '../support/test-site.ts';
import { type UploadReply, uploadForm } from '../support/upload-call.ts';

/* Checks that need the built server: bundled and external packages, and sockets. */

const site = await startSite();
const callers = await testApi(site.db);
const member = await callers.as(PEOPLE.member);
const other = await callers.as(PEOPLE.otherMember);

/** The answer to these bytes until the connection is closed. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(site.port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => void (answer += chunk.toString()));
    socket.on('close', () => resolve(answer)).on('error', reject);
  });

/** Names of packages that the built server imports from node_modules. */
function importedPackages(): Set<string> {
  const folder = join(import.meta.dirname, '../../dist/server');
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((name) =>
    name.endsWith('.mjs'),
  );
  const specifiers = files.flatMap((name) =>
    Array.from(
      readFileSync(join(folder, name), 'utf8').matchAll(
        /^(?:import|export) (?:[^'"\n]*? from )?["']((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^"']*)?["'];?$/gm,
      ),
      ([, found]) => found as string,
    ),
  );
  return new Set(specifiers);
}

test('[guard] no external package contains another copy of a bundled one: its errors would not be recognized', () => {
  const bundled = config.vite?.ssr?.noExternal as readonly string[];
  const { packages } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
  ) as {
    packages: Record<
      string,
      {
        dependencies?: object;
        peerDependencies?: object;
        peerDependenciesMeta?: Record<string, { optional?: boolean }>;
      }
    >;
  };
  const beside = [...importedPackages()].filter((name) => packages[`node_modules/${name}`]);
  expect(beside).toContain('sharp');
  expect(bundled).toContain('hono');
  const twice = beside.flatMap((name) => {
    const { dependencies, peerDependencies, peerDependenciesMeta } =
      packages[`node_modules/${name}`] ?? {};
    const needed = Object.keys({ ...dependencies, ...peerDependencies }).filter(
      (one) => !peerDependenciesMeta?.[one]?.optional,
    );
    return needed.flatMap((one) => (bundled.includes(one) ? [`${name} brings ${one}`] : []));
  });
  expect(twice).toEqual([]);
});

describe('[R21] [R33] a form', () => {
  const part = (head: string, body = 'x', end = '\r\n') =>
    `--b${end}${head}${end}${end}${body}${end}--b--${end}`;
  const named = 'content-disposition: form-data; name="image"; filename="a.png"';
  test.each([
    ['nothing in it', '', 'b', 400],
    ['no end', `--b\r\n${named}\r\n\r\nxx`, 'b', 400],
    ['another border than it says', part(named), 'c', 400],
    ['a border of odd signs', part(named), '(b)', 400],
    ['a part without a name', part('content-disposition: form-data'), 'b', 400],
    ['a part without a head', '--b\r\n\r\nx\r\n--b--\r\n', 'b', 400],
    ['ends of lines of its own', part(named, 'x', '\n'), 'b', 400],
    [
      'a text where the picture belongs',
      part('content-disposition: form-data; name="image"'),
      'b',
      400,
    ],
    [
      'the prototype',
      part('content-disposition: form-data; name="__proto__"; filename="a.png"'),
      'b',
      400,
    ],
    [
      'a path for a name',
      part('content-disposition: form-data; name="image"; filename="../../x\u0000\u202e.png"'),
      'b',
      415,
    ],
    ['an empty picture', part(named, ''), 'b', 415],
  ])(
    'with %s is refused in the reader’s language, and no error of ours',
    async (_, body, boundary, status) => {
      for (const path of ['/api/v1/thread/file', '/api/v1/user/avatar']) {
        const reply = await fetch(site.url + path, {
          method: 'POST',
          headers: {
            ...member.authorization,
            'accept-language': 'en',
            'content-type': `multipart/form-data; boundary=${boundary}`,
          },
          body,
        });
        expect([path, reply.status, await reply.json()]).toMatchObject([
          path,
          status,
          { msg: expect.stringMatching(/^Malformed request|^This format/) },
        ]);
      }
    },
  );

  test('that arrives slowly blocks nobody’s upload', async () => {
    const slow = Array.from({ length: 12 }, () => {
      const socket = connect(site.port, '127.0.0.1', () =>
        socket.write(
          `POST /api/v1/thread/file HTTP/1.1\r\nhost: x\r\nauthorization: ${member.authorization.authorization}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 20971520\r\n\r\n--b\r\n`,
        ),
      );
      return socket.on('error', () => {});
    });
    await Promise.all(
      slow.map((socket) => new Promise<void>((resolve) => socket.once('connect', resolve))),
    );
    const reply = await fetch(`${site.url}/api/v1/thread/file`, {
      method: 'POST',
      headers: other.authorization,
      body: uploadForm(await plainPicture(33, 33).png().toBuffer()),
    });
    expect([reply.status, await reply.json()]).toMatchObject([
      200,
      { code: 0 } satisfies Partial<UploadReply>,
    ]);
    for (const socket of slow) socket.destroy();
  });
});

describe('[R33] [R21] a file', () => {
  const pictures = (
    readdirSync(join(site.dataDir, 'uploads'), { recursive: true }) as string[]
  ).filter((name) => name.endsWith('.webp'));
  const largest = pictures
    .map((name) => ({ name, size: statSync(join(site.dataDir, 'uploads', name)).size }))
    .sort((one, other) => other.size - one.size)[0] as { name: string; size: number };
  const { size } = largest;
  const address = `${site.url}/uploads/${largest.name}`;

  test.each([
    ['bytes=0-10', 206, 11],
    ['bytes=-10', 206, 10],
    [`bytes=${size - 5}-`, 206, 5],
    [`bytes=0-${size * 2}`, 206, size],
    ['bytes=10-5', 416, 0],
    ['bytes=0-99999999999999999999', 206, size],
    ['bytes=99999999999999999999-', 416, 0],
    [`bytes=${size}-`, 416, 0],
    ['bytes=-0', 416, 0],
    ['bytes=0-0,5-6', 200, size],
    ['bytes=--5', 200, size],
    ['bytes=a-b', 200, size],
    ['bytes=', 200, size],
    ['lines=1-2', 200, size],
    ['bytes=1.5-1e3', 200, size],
  ])(
    'in the range %s is answered %i, with %i bytes, and nothing ends',
    async (range, status, length) => {
      for (const each of [address, `${site.url}/assets/app/icon-192.png`]) {
        const reply = await fetch(each, { headers: { range } });
        const bytes = (await reply.arrayBuffer()).byteLength;
        if (each === address) expect([range, reply.status, bytes]).toEqual([range, status, length]);
        else expect(reply.status).toBeLessThan(500);
      }
      expect((await fetch(`${site.url}/api/health`)).status).toBe(200);
    },
  );

  test('is asked for again by its tag and its time, by any form of either', async () => {
    const { headers } = await fetch(address, { method: 'HEAD' });
    const [etag, modified] = [
      headers.get('etag') as string,
      headers.get('last-modified') as string,
    ];
    // Not by Node's fetch, which sends no conditional requests.
    const status = async (condition: string) =>
      Number(
        /^HTTP\/1\.1 (\d+)/.exec(
          await raw(
            `HEAD /uploads/${largest.name} HTTP/1.1\r\nhost: x\r\n${condition}\r\nconnection: close\r\n\r\n`,
          ),
        )?.[1],
      );
    for (const condition of [
      `if-none-match: ${etag}`,
      'if-none-match: *',
      `if-none-match: "x", ${etag}`,
      `if-modified-since: ${modified}`,
    ])
      expect([condition, await status(condition)]).toEqual([condition, 304]);
    for (const condition of [
      'if-none-match: "x"',
      `if-none-match: ${etag.slice(0, -2)}`,
      'if-modified-since: soon',
    ])
      expect([condition, await status(condition)]).toEqual([condition, 200]);
  });

  test.each([
    '%',
    '%00',
    '%E0%A4%A',
    '..%2f..%2fpostgres.secret',
    '..%5cpostgres.secret',
    '%2e%2e/%2e%2e/site/zh/index.html',
    '.hidden',
    '',
    'constructor',
    `${'a/'.repeat(3_000)}x`,
    '%c0%ae%c0%ae/x',
  ])('under an unknown name (%s) is missing', async (name) => {
    for (const folder of ['uploads', 'assets', 'assets/build', 'assets/image/raccoon']) {
      const answer = await raw(
        `GET /${folder}/${name} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      );
      expect([folder, /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]]).toEqual([folder, '404']);
    }
  });

  test('that a client doesn’t read to its end is closed', async () => {
    await fetch(address).then((reply) => reply.arrayBuffer());
    const before = countOpenConnections(site.port);
    for (let count = 0; count < 60; count++) {
      await new Promise<void>((resolve, reject) => {
        const socket = connect(site.port, '127.0.0.1', () =>
          socket.write(`GET /uploads/${largest.name} HTTP/1.1\r\nhost: x\r\n\r\n`),
        );
        socket
          .once('data', () => socket.destroy())
          .on('close', () => resolve())
          .on('error', reject);
      });
    }
    const left = () => [
      listOpenFiles(site.pid).filter((file) => file.endsWith(largest.name)).length,
      Math.max(0, countOpenConnections(site.port) - before),
    ];
    await expect.poll(left, { timeout: 10_000 }).toEqual([0, 0]);
  });
});

test('[R17] addresses beside the built-in identity provider’s are pages that aren’t there, and none of its own is an error of ours', async () => {
  for (const path of ['/sso', '/sso?x', '/ssofoo', '/sso#x']) {
    const reply = await fetch(site.url + path);
    expect([path, reply.status, reply.headers.get('content-type')]).toEqual([
      path,
      404,
      'text/html; charset=utf-8',
    ]);
  }
  for (const path of [
    '/sso/',
    '/sso/?x',
    '/sso/%',
    '/sso/auth',
    '/sso/auth?client_id=forum&client_id=x',
    '/sso/interaction/x',
    '/sso/userinfo',
    '/sso/jwks',
  ]) {
    expect([path, (await fetch(site.url + path, { redirect: 'manual' })).status < 500]).toEqual([
      path,
      true,
    ]);
  }
});

describe('[ops] a request line as old programs and proxies write it', () => {
  test.each([
    [
      'of HTTP/1.0 without a host, as balancers look after a server',
      'GET /api/health HTTP/1.0\r\n\r\n',
      200,
    ],
    [
      'with the whole address of a page',
      `GET ${site.url}/zh HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      200,
    ],
    [
      'with the whole address of a call',
      `GET ${site.url}/api/v1/forum/rows HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      200,
    ],
    [
      'with an address that has no path',
      `GET ${site.url} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      200,
    ],
    ['for no page at all', 'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 405],
  ])('%s is answered', async (_, text, status) => {
    expect(await raw(text)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});
