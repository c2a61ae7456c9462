import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { toFilePath } from '#publish/page-file-names.ts';
import { createPageFiles } from '#server/page-files.ts';
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
