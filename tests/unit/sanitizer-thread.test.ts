import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import { prepareMessage } from '#domain/message/prepare.ts';
import {
  type SanitizePurpose,
  SanitizerThread,
  type SanitizerThreadDeath,
  type SanitizerThreadSettings,
  sanitizerThread,
} from '#domain/message/sanitizer-thread.ts';
import { createWordFilter } from '#domain/message/word-filter.ts';
import { MAX_MESSAGE_DEPTH, MESSAGE_IDLE_MS } from '#platform/limits.ts';

const entry = pathToFileURL(join(import.meta.dirname, '../support/faulty-sanitizer-worker.ts'));
const folder = mkdtempSync(join(tmpdir(), 'forum-messages-'));
beforeAll(() => sanitizerThread.warm());
afterAll(() => rmSync(folder, { recursive: true }));

function faulty(settings: SanitizerThreadSettings = {}): {
  thread: SanitizerThread;
  deaths: SanitizerThreadDeath[];
  /** In the background. */
  say(what: string): Promise<string>;
  post(what: string): Promise<string>;
} {
  const deaths: SanitizerThreadDeath[] = [];
  const thread = new SanitizerThread({
    entry,
    onDeath: (death) => void deaths.push(death),
    ...settings,
  });
  onTestFinished(() => thread.stop());
  const sanitize = async (what: string, purpose: SanitizePurpose) =>
    (await thread.sanitize(what, { frameHosts: [] }, undefined, { purpose })).html;
  return {
    thread,
    deaths,
    say: (what) => sanitize(what, 'background'),
    post: (what) => sanitize(what, 'post'),
  };
}

const tooComplex = expect.objectContaining({ code: 'tooComplex' });
const unavailable = expect.objectContaining({ code: 'unavailable' });

describe('[R13] the thread of messages', () => {
  test('is ended by a message that takes too long; that one is refused, those behind it are made by the next thread', async () => {
    const { say, deaths } = faulty({ deadlineMs: 500 });
    await say('warm');
    expect(await Promise.allSettled([say('a'), say('loop'), say('b'), say('c')])).toMatchObject([
      { value: 'a' },
      { reason: tooComplex },
      { value: 'b' },
      { value: 'c' },
    ]);
    expect(deaths).toMatchObject([{ reason: 'deadline', characters: 4 }]);
  });

  test('is ended by a message that waits and uses no processor time', async () => {
    const { say, deaths } = faulty({ maxMs: 500 });
    await say('warm');
    await expect(say('hang')).rejects.toEqual(tooComplex);
    expect(deaths).toMatchObject([{ reason: 'deadline' }]);
  });

  test('is not ended while others have the processor', async () => {
    const { say, deaths } = faulty({ deadlineMs: 10_000, maxMs: 60_000 });
    await say('warm');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const said = say('busy 300');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await said).toBe('busy 300');
    expect(deaths).toEqual([]);
  });

  test('is ended by a message that eats its memory, not the process; it is tried in a fresh thread, then refused', async () => {
    const { say, deaths } = faulty({ heapMb: 32 });
    expect(await Promise.allSettled([say('eat'), say('b')])).toMatchObject([
      { reason: tooComplex },
      { value: 'b' },
    ]);
    expect(deaths).toMatchObject([
      { reason: 'crash', error: { code: 'ERR_WORKER_OUT_OF_MEMORY' } },
      { reason: 'crash', error: { code: 'ERR_WORKER_OUT_OF_MEMORY' } },
    ]);
  });

  test('that ended for another reason loses no message', async () => {
    const { say, deaths } = faulty();
    const mark = join(folder, 'ended');
    expect(await Promise.all([say(`end-once ${mark}`), say('b')])).toEqual([
      `end-once ${mark}`,
      'b',
    ]);
    expect(deaths).toHaveLength(1);
  });

  test('ends without a message for a while, unless one is announced, and the next starts another', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { thread, say, deaths } = faulty();
    const first = await say('thread');
    vi.advanceTimersByTime(MESSAGE_IDLE_MS - 1_000);
    await thread.warm();
    vi.advanceTimersByTime(MESSAGE_IDLE_MS - 1_000);
    expect(await say('thread')).toBe(first);
    vi.advanceTimersByTime(MESSAGE_IDLE_MS);
    expect(await say('thread')).not.toBe(first);
    expect(deaths).toEqual([]);
  });

  test('[R21] a member who floods it delays only their own: posts run before previews, a newcomer to the queue before its regulars', async () => {
    const { thread, say } = faulty({ maxMs: 60_000 });
    await say('warm');
    const done: string[] = [];
    const ask = async (source: string, person: number, purpose: 'post' | 'preview') => {
      await thread.sanitize(source, { frameHosts: [] }, undefined, { person, purpose });
      done.push(source);
    };
    await Promise.all([
      ...Array.from({ length: 3 }, (_, n) => ask(`busy 150 preview${n}`, 1, 'preview')),
      ...Array.from({ length: 3 }, (_, n) => ask(`busy 150 post${n}`, 1, 'post')),
      ask('hello', 2, 'post'),
    ]);
    expect(done.map((source) => source.split(' ').at(-1))).toEqual([
      'preview0',
      'hello',
      'post0',
      'post1',
      'post2',
      'preview1',
      'preview2',
    ]);
  });

  test('[R21] a person whose messages took too long lately gets “try again later”; others don’t', async () => {
    const { thread, say } = faulty({ budgetMs: 100, maxMs: 60_000 });
    await say('warm');
    const ask = (person: number) =>
      thread.sanitize('busy 300', { frameHosts: [] }, undefined, { person, purpose: 'preview' });
    await ask(1);
    await expect(ask(1)).rejects.toMatchObject({
      code: 'tooMany',
      detail: { retryAfter: expect.toSatisfy((seconds: number) => seconds >= 1) },
    });
    await ask(2);
  });

  test('limits the queue’s length and time, others get “try again later”', async () => {
    const { post, say, thread } = faulty({ deadlineMs: 600, queueMax: 3 });
    await say('warm');
    thread.configure({ waitMs: 100 });
    expect(
      await Promise.allSettled([post('loop'), post('a'), post('b'), post('c'), post('d')]),
    ).toMatchObject([
      { reason: tooComplex },
      ...Array.from({ length: 4 }, () => ({ reason: unavailable })),
    ]);
    thread.configure({ waitMs: 60_000 });
    expect(await post('e')).toBe('e');
  });

  test('holds background work, also during a slow start', async () => {
    const { post, say } = faulty({ waitMs: 1 });
    const outcomes = await Promise.allSettled([post('a'), say('b')]);
    expect(outcomes).toMatchObject([{ reason: unavailable }, { value: 'b' }]);
  });

  test('that can’t be started fails its callers, and is tried again by the next', async () => {
    const { thread, deaths } = faulty({ entry: pathToFileURL(join(folder, 'missing.ts')) });
    await expect(thread.sanitize('a', { frameHosts: [] })).rejects.toThrow('missing.ts');
    expect(deaths).toHaveLength(3);
    thread.configure({ entry });
    expect((await thread.sanitize('a', { frameHosts: [] })).html).toBe('a');
  });

  test('screens with the words of now', async () => {
    const policy = { frameHosts: [], siteHost: 'x', version: 1 };
    const html = async (words: string[]) =>
      (
        await prepareMessage('<p>one two</p>', policy, {
          wordFilter: createWordFilter(
            words.map((word) => ({ word, action: 'replace', replacement: '*' })),
          ),
        })
      ).html;
    expect([
      await html(['one']),
      await html(['two']),
      await html([]),
      (await prepareMessage('<p>one two</p>', policy)).html,
    ]).toEqual(['<p>* two</p>', '<p>one *</p>', '<p>one two</p>', '<p>one two</p>']);
  });
});

describe('[R13] a message that costs more than it says is refused before it is made', () => {
  const policy = { frameHosts: [], siteHost: 'x', version: 1 };
  const prepare = (source: string) => prepareMessage(source, policy);
  test.each([
    [
      'opens what is still open in each paragraph anew',
      `<p>${Array.from({ length: 100 }, (_, at) => `<b class=n${at}>`).join('')}${'<p>a'.repeat(500)}`,
    ],
    ['nests deeper than anybody means', '<div>'.repeat(10_000)],
    ['nests deeper than anybody means, by tables', '<table><tr><td>'.repeat(MAX_MESSAGE_DEPTH)],
    ['has more parts than a post of that length', '<p>'.repeat(MAX_MESSAGE_CHARACTERS / 3)],
    ['has many comments', '<!---->'.repeat(MAX_MESSAGE_CHARACTERS / 7)],
    [
      'has an element of many attributes',
      `<p ${Array.from({ length: 1_000 }, (_, at) => `a${at}`).join(' ')}>a`,
    ],
    ['has many attributes', '<p a b c d e f g h i j k>'.repeat(2_000)],
    ['moves what it nested somewhere else', `${'<b><div>'.repeat(60)}</b>`],
    [
      'repeats a long title in each paragraph',
      `<p><b title='${'"'.repeat(500)}'>${'<p>a'.repeat(500)}`,
    ],
    ['grows by what its signs are written as', '&'.repeat(MAX_MESSAGE_CHARACTERS)],
    ['becomes longer than any may be stored', `${'\u00a0'.repeat(MAX_MESSAGE_CHARACTERS - 1)}a`],
    [
      'has more parts than its tags make, though not too many',
      `<p>${Array.from({ length: 20 }, (_, at) => `<b class=n${at}>`).join('')}${'<p>a'.repeat(200)}`,
    ],
  ])('when it %s', (_, source) => expect(prepare(source)).rejects.toEqual(tooComplex));

  test('but not normal content: a long post, a table of a thousand cells, lists within lists', async () => {
    for (const source of [
      `<p>${'字'.repeat(90_000)}</p>`,
      `<table>${`<tr>${'<td>x</td>'.repeat(10)}</tr>`.repeat(100)}</table>`,
      '<ul><li>a'.repeat(20),
      '<blockquote>'.repeat(30),
    ])
      expect((await prepare(`${source}<p>.</p>`)).html).not.toBe('');
  });

  test('and memory is released: ten previews of a long block of code, then replies with four of them', async () => {
    const json = JSON.stringify(
      Object.fromEntries(Array.from({ length: 800 }, (_, at) => [`key${at}`, [at, null, 'text']])),
    ).slice(0, 17_000);
    const code = `<pre><code class="language-json">${json}</code></pre>`;
    for (let round = 0; round < 10; round++)
      expect((await prepare(code)).text).toHaveLength(17_000);
    for (let round = 0; round < 2; round++)
      expect((await prepare(code.repeat(4))).text).toHaveLength(4 * 17_000 + 3);
  });
});

afterAll(() => sanitizerThread.stop());
