import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { createMissQueue, MissRefused } from '../../src/server/miss-queue.ts';
import { type Renderer, startRenderer } from '../../src/server/renderer-client.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* The server's side of the renderer's thread; the fake thread's behaviour depends on the path. */

const entry = join(temporaryFolder('renderer'), 'entry.mjs');
writeFileSync(
  entry,
  `
  import { existsSync, writeFileSync } from 'node:fs';
  import { parentPort, workerData } from 'node:worker_threads';
  const beats = new Int32Array(workerData.marks, 0, 1);
  const bytes = new Uint8Array(workerData.marks);
  const beat = setInterval(() => Atomics.add(beats, 0, 1), 100);
  Atomics.add(beats, 0, 1);
  const once = (path) => {
    if (existsSync(path.slice(path.indexOf(':') + 1))) return false;
    writeFileSync(path.slice(path.indexOf(':') + 1), '');
    return true;
  };
  parentPort.on('message', ({ id, task, args: [paths = []] }) => {
    if (task === 'stop') { clearInterval(beat); parentPort.close(); return; }
    for (const path of paths) {
      const name = path.split(':')[0];
      bytes[8] = name.length;
      bytes.set(new TextEncoder().encode(name), 12);
      if (name === '/dies' || (name === '/dies-once' && once(path))) process.exit(1);
      if (name === '/hangs' || (name === '/hangs-once' && once(path))) for (;;);
      bytes[8] = 0;
    }
    if (paths.includes('/waits')) return;
    parentPort.postMessage({ id, result: paths.map((path) => ({ path, status: 200, changed: true })) });
  });`,
);

let renderer: Renderer | undefined;
afterEach(() => renderer?.stop());
const deaths: { message: string; paths: readonly string[] }[] = [];
const begin = (deadlineMs?: number) => {
  deaths.length = 0;
  renderer = startRenderer(
    pathToFileURL(entry),
    { name: 'test', build: 'test', maintains: false, databaseUrl: '' },
    {
      hangMs: 1_000,
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
      onDeath: ({ message }, paths) => {
        deaths.push({ message, paths });
      },
    },
  );
  return renderer;
};
let count = 0;
const flag = () => join(entry, '..', `flag${++count}`);

describe('[R39] the renderer’s thread', () => {
  test('dies: its requests are repeated once in the next one, and new ones wait for it', async () => {
    const one = begin();
    const asked = one.publish([`/dies-once:${flag()}`]);
    await expect
      .poll(() => deaths)
      .toEqual([{ message: 'the renderer ended', paths: ['/dies-once'] }]);
    expect(await one.publish(['/zh'])).toEqual([{ path: '/zh', status: 200, changed: true }]);
    expect((await asked)[0]?.status).toBe(200);
  });

  test('dies again of the same request: that caller gets an error, and others are served', async () => {
    const one = begin();
    await expect(one.publish(['/dies'])).rejects.toThrow('the renderer ended');
    expect(deaths.map(({ paths }) => paths)).toEqual([['/dies'], ['/dies']]);
    expect((await one.publish(['/zh']))[0]?.status).toBe(200);
  });

  test('hangs: it is killed and started again, and its requests are repeated once', async () => {
    const one = begin();
    expect((await one.publish([`/hangs-once:${flag()}`]))[0]?.status).toBe(200);
    expect(deaths).toEqual([{ message: 'the renderer hangs', paths: ['/hangs-once'] }]);
  });

  test('lives and doesn’t answer: the caller gets an error after the time limit, and others are served', async () => {
    const one = begin(100);
    await expect(one.publish(['/waits'])).rejects.toThrow('the renderer does not answer');
    expect(deaths).toEqual([]);
    await expect
      .poll(() => one.publish(['/zh']).catch(() => []))
      .toEqual([{ path: '/zh', status: 200, changed: true }]);
  });

  test('is stopped with work in progress: the caller gets an error', async () => {
    const one = begin();
    const asked = one.publish(['/hangs']);
    const refused = expect(asked).rejects.toThrow(/hangs|stopped/);
    await one.publish([]).catch(() => {});
    await one.stop();
    await refused;
  });
});

describe('[R39] requested pages that are not published', () => {
  /** One batch at a time, without a time limit. */
  const LIMITS = { maxPages: 5, batchSize: 2, maxRequests: 1, waitMs: 60_000 };
  const held = () => {
    const calls: { paths: readonly string[]; answer: () => void; fail: (error: Error) => void }[] =
      [];
    const publish = (paths: readonly string[]) =>
      new Promise<{ path: string; status: number; changed: boolean }[]>((resolve, reject) => {
        calls.push({
          paths,
          answer: () => resolve(paths.map((path) => ({ path, status: 200, changed: true }))),
          fail: reject,
        });
      });
    return { calls, publish };
  };

  test('are made once, however many ask at once', async () => {
    const { calls, publish } = held();
    const queue = createMissQueue(publish);
    const all = Promise.all(Array.from({ length: 300 }, () => queue.render('/zh/post/1')));
    expect(calls.map(({ paths }) => paths)).toEqual([['/zh/post/1']]);
    calls[0]?.answer();
    expect(new Set((await all).map(({ status }) => status))).toEqual(new Set([200]));
    const again = queue.render('/zh/post/1');
    calls[1]?.answer();
    expect((await again).status).toBe(200);
  });

  test('are rendered a few at a time, and one too many is refused at once', async () => {
    const { calls, publish } = held();
    const queue = createMissQueue(publish, { ...LIMITS, maxPages: 4 });
    const five = Array.from({ length: 5 }, (_, index) => queue.render(`/zh/post/${index}`));
    await expect(queue.render('/zh/post/6')).rejects.toThrow(MissRefused);
    for (let round = 0; round < 3; round++) {
      await expect.poll(() => calls.length).toBe(round + 1);
      calls[round]?.answer();
    }
    expect((await Promise.all(five)).map(({ path }) => path)).toEqual(
      [0, 1, 2, 3, 4].map((index) => `/zh/post/${index}`),
    );
    expect(calls.map(({ paths }) => paths.length)).toEqual([1, 2, 2]);
  });

  test('of a client with many wait behind others’, and are dropped for them', async () => {
    const { calls, publish } = held();
    // its clock is stopped: usage expires with time
    const queue = createMissQueue(publish, { ...LIMITS, maxPages: 3, batchSize: 1 }, () => 0);
    const greedy = Promise.allSettled(
      [1, 2, 3, 4].map((id) => queue.render(`/zh/post/${id}`, { address: '203.0.113.1' })),
    );
    const other = queue.render('/zh/post/9', { address: '203.0.113.2' });
    for (let round = 0; round < 4; round++) {
      await expect.poll(() => calls.length).toBe(round + 1);
      calls[round]?.answer();
    }
    await other;
    expect(calls.flatMap(({ paths }) => paths)).toEqual([1, 9, 2, 3].map((id) => `/zh/post/${id}`));
    expect((await greedy).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
  });

  test('are waited for until their time is over, and can be asked for again when they failed', async () => {
    const { calls, publish } = held();
    const queue = createMissQueue(publish, { ...LIMITS, waitMs: 20 });
    await expect(queue.render('/zh')).rejects.toThrow(MissRefused);
    const failing = expect(queue.render('/zh')).rejects.toThrow('away');
    calls[0]?.fail(new Error('away'));
    await failing;
    const again = queue.render('/zh');
    await expect.poll(() => calls.length).toBe(2);
    calls[1]?.answer();
    expect((await again).status).toBe(200);
  });
});
