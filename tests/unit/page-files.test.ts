import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { toFilePath } from '#publish/files/page-file-names.ts';
import { createPageFiles } from '#server/page-files.ts';
import { openFiles } from '../support/call-modes.ts';
import { temporaryFolder } from '../support/test-site.ts';

const LOOKS = 20_000;

test('[R39] a page that the renderer’s thread removes while it is looked at is there or isn’t, and no error', async () => {
  const siteDir = temporaryFolder('page-files');
  const file = join(siteDir, toFilePath('/zh/post/1'));
  mkdirSync(dirname(file), { recursive: true });
  const renderer = new Worker(
    `const { rmSync, writeFileSync } = require('node:fs');
     for (let n = 0; ; n++) { writeFileSync(${JSON.stringify(file)}, '<p>' + n); rmSync(${JSON.stringify(file)}); }`,
    { eval: true },
  );
  try {
    await new Promise((resolve) => renderer.once('online', resolve));
    const pages = createPageFiles(siteDir, {}, 'none');
    const response = { writeHead: () => {}, end: () => {} } as unknown as ServerResponse;
    const request = { method: 'GET', headers: {} } as IncomingMessage;
    const seen = new Set<boolean>();
    for (let look = 0; look < LOOKS; look++) seen.add(pages.serve(request, response, '/zh/post/1'));
    expect([...seen].sort()).toEqual([false, true]);
  } finally {
    await renderer.terminate();
  }
});

test('[R39] a page says the second of its last change, as nginx does, to the last millisecond of it', () => {
  const siteDir = temporaryFolder('page-files');
  const file = join(siteDir, toFilePath('/zh/post/2'));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '<p>');
  const second = Date.parse('2026-01-02T03:04:05Z') / 1000;
  utimesSync(file, second + 0.9997, second + 0.9997);
  let sent: readonly string[] = [];
  const response = {
    writeHead: (_: number, headers: string[]) => void (sent = headers),
    end: () => {},
  } as unknown as ServerResponse;
  const request = { method: 'GET', headers: {} } as IncomingMessage;
  createPageFiles(siteDir, {}, 'none').serve(request, response, '/zh/post/2');
  expect(sent[sent.indexOf('last-modified') + 1]).toBe('Fri, 02 Jan 2026 03:04:05 GMT');
});

test('[R39] a client that disconnects before its large page leaves no file open', async () => {
  const siteDir = temporaryFolder('page-files');
  const file = join(siteDir, toFilePath('/zh/post/4'));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'x'.repeat(2_000_000));
  const pages = createPageFiles(siteDir, {}, 'none');
  const client = new AbortController();
  const served = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    response.once('close', () => {
      pages.serve(request, response, '/zh/post/4');
      served.resolve();
    });
    client.abort();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  try {
    await fetch(`http://127.0.0.1:${port}/`, { signal: client.signal }).catch(() => {});
    await served.promise;
    await expect.poll(openFiles).not.toContain(file);
  } finally {
    server.close();
  }
});

test('[R39] a large page is sent in pieces, the file closed after each answer, and not again while it is the same', async () => {
  const siteDir = temporaryFolder('page-files');
  const file = join(siteDir, toFilePath('/zh/post/3'));
  mkdirSync(dirname(file), { recursive: true });
  const content = Array.from({ length: 300_000 }, (_, line) => `<p>${line}</p>\n`).join('');
  writeFileSync(file, content);
  const pages = createPageFiles(siteDir, {}, 'none');
  const server = createServer(
    (request, response) => void pages.serve(request, response, '/zh/post/3'),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const ask = (init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}/`, init);
  try {
    const whole = await ask();
    expect(await whole.text()).toBe(content);
    expect(whole.headers.get('content-length')).toBe(String(content.length));
    const etag = whole.headers.get('etag') as string;
    const head = await ask({ method: 'HEAD' });
    expect([head.headers.get('etag'), await head.text()]).toEqual([etag, '']);
    expect((await ask({ headers: { 'if-none-match': etag } })).status).toBe(304);
    writeFileSync(file, `${content}<p>more</p>`);
    const changed = await ask({ headers: { 'if-none-match': etag } });
    expect([changed.status, (await changed.text()).length]).toEqual([200, content.length + 11]);
    // a client that disconnects midway leaves no open file either
    await (await ask()).body?.cancel();
    await expect.poll(openFiles).not.toContain(file);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('[R39] an empty file is no page, and its other forms are sent', () => {
  const siteDir = temporaryFolder('page-files');
  const file = join(siteDir, toFilePath('/zh/post/4'));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '<p>');
  writeFileSync(`${file}.br`, '');
  const pages = createPageFiles(siteDir, {}, 'none');
  const sent: unknown[] = [];
  const response = {
    writeHead: () => {},
    end: (body: Buffer) => sent.push(body.toString()),
  } as unknown as ServerResponse;
  const request = { method: 'GET', headers: { 'accept-encoding': 'br' } } as IncomingMessage;
  expect(pages.serve(request, response, '/zh/post/4')).toBe(true);
  expect(sent).toEqual(['<p>']);
  writeFileSync(file, '');
  expect(pages.serve(request, response, '/zh/post/4')).toBe(false);
});
