import { setTimeout as delay } from 'node:timers/promises';
import { rawRequest } from '../../../tests/support/raw-request.ts';
import type { ChosenThread } from '../bench/choose-threads.ts';
import type { ReplyClient } from '../bench/reply-client.ts';

/*
 * Measures users under pressure: visitors of published pages, each on a new connection, and members
 * who reply. An open loop at a fixed rate.
 */

export interface Samples {
  /** Response times of pages and of replies. */
  files: number[];
  replies: number[];
  fileFailures: Record<string, number>;
  replyFailures: Record<string, number>;
  /** The server's maximum memory in bytes. */
  memory: number;
}

export interface People {
  /** Address for the users. */
  url: string;
  pages: readonly string[];
  threads: readonly ChosenThread[];
  client: ReplyClient;
  /** The server's memory in bytes. */
  memory(): number;
}

const FILES_PER_SECOND = 60;
const REPLIES_PER_SECOND = 20;
const MEMORY_PAUSE_MS = 200;

export const createSamples = (): Samples => ({
  files: [],
  replies: [],
  fileFailures: {},
  replyFailures: {},
  memory: 0,
});

const count = (failures: Record<string, number>, what: string): void => {
  failures[what] = (failures[what] ?? 0) + 1;
};

/** Starts work at a rate, and waits until all of it is done. */
async function runAtRate(
  perSecond: number,
  seconds: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    await delay(Math.max(0, startedAt + (index * 1_000) / perSecond - performance.now()));
    running.push(work(index));
  }
  await Promise.all(running);
}

export async function samplePeople(
  { url, pages, threads, client, memory }: People,
  seconds: number,
  samples: Samples,
): Promise<void> {
  const watch = setInterval(() => {
    samples.memory = Math.max(samples.memory, memory());
  }, MEMORY_PAUSE_MS);
  const openPage = async (index: number) => {
    const sentAt = performance.now();
    try {
      const { status } = await rawRequest(url + pages[index % pages.length], {
        headers: { 'accept-encoding': 'br' },
      });
      if (status !== 200) return count(samples.fileFailures, String(status));
      samples.files.push(performance.now() - sentAt);
    } catch (error) {
      count(samples.fileFailures, (error as Error).message);
    }
  };
  const writeReply = async (index: number) => {
    try {
      const { milliseconds } = await client.post(threads[index % threads.length] as ChosenThread);
      samples.replies.push(milliseconds);
    } catch (error) {
      count(samples.replyFailures, (error as Error).message.slice(0, 120));
    }
  };
  try {
    await Promise.all([
      runAtRate(FILES_PER_SECOND, seconds, openPage),
      runAtRate(REPLIES_PER_SECOND, seconds, writeReply),
    ]);
  } finally {
    clearInterval(watch);
  }
}
