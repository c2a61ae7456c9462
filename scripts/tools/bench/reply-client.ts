import { EventEmitter, once } from 'node:events';
import { Agent, request } from 'node:http';
import pg from 'pg';
import { pageOfFloor, threadPath } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { THREADS_CHANNEL } from '#outbox/announce-threads.ts';
import { openPages } from '#publish/files/open-pages.ts';
import { seededRandom } from '../../seed/timeline.ts';
import { createMessageWriter, type MessageWriter } from '../../seed/volume/draw-messages.ts';
import { loadChineseWords, loadEnglishWords } from '../../seed/volume/draw-words.ts';
import { chooseMembers, createTokens } from './choose-members.ts';
import type { ChosenThread } from './choose-threads.ts';
import type { BenchEnvironment } from './environment.ts';
import type { RunningServer } from './server-under-test.ts';

/* Writes replies over the API, and waits for them in published pages. */

export interface SentReply {
  floor: number;
  /** Text that is unique to this reply. */
  mark: string;
  /** performance.now() before it was sent. */
  sentAt: number;
  milliseconds: number;
}

export interface ReplyClient {
  post(thread: ChosenThread): Promise<SentReply>;
  close(): void;
}

/** A client with keep-alive connections, each for one member. */
export async function createReplyClient(
  db: Db,
  url: string,
  connections: number,
): Promise<ReplyClient> {
  const tokens = await createTokens(db, await chooseMembers(db, connections));
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const run = Date.now().toString(36);
  const writer: MessageWriter = createMessageWriter(
    seededRandom(Date.now()),
    loadChineseWords(),
    loadEnglishWords(),
  );
  let count = 0;

  const send = (body: string, token: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(
        `${url}/api/v1/post`,
        {
          method: 'POST',
          agent,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            authorization: `Bearer ${token}`,
          },
        },
        (response) => {
          let text = '';
          response
            .setEncoding('utf8')
            .on('data', (chunk: string) => {
              text += chunk;
            })
            .on('end', () => resolve({ status: response.statusCode ?? 0, text }))
            .on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });

  return {
    async post(thread) {
      const number = ++count;
      const mark = `bench-${run}-${number}`;
      const { html } = writer.message(thread.lang, 1 + (number % 4));
      const body = JSON.stringify({
        thread_id: thread.id,
        forum_id: thread.forumId,
        message: `${html}<p>${mark}</p>`,
        quote_user_id: 0,
        validate: '',
      });
      const sentAt = performance.now();
      const { status, text } = await send(body, tokens[number % tokens.length] as string);
      const milliseconds = performance.now() - sentAt;
      const answer = (status === 200 ? JSON.parse(text) : {}) as {
        code?: number;
        data?: { storey?: number };
      };
      if (answer.code !== 0)
        throw new Error(`POST /api/v1/post answered ${status}: ${text.slice(0, 300)}`);
      return { floor: answer.data?.storey ?? thread.lastFloor + 1, mark, sentAt, milliseconds };
    },
    close: () => agent.destroy(),
  };
}

const PUBLISH_TIMEOUT_MS = 20_000;

/** Milliseconds from sending until the published page has the reply. Throws on timeout. */
type WaitUntilPublished = (thread: ChosenThread, reply: SentReply) => Promise<number>;

/**
 * Replies over some connections during `work`, which may wait for them in published pages: the
 * publisher announces pages when it has written them.
 */
export async function withReplies<Result>(
  { env, db }: BenchEnvironment,
  { url }: RunningServer,
  connections: number,
  work: (client: ReplyClient, waitUntilPublished: WaitUntilPublished) => Promise<Result>,
): Promise<Result> {
  const pages = openPages(env, db);
  const listener = new pg.Client({ connectionString: env.DATABASE_URL });
  const announcements = new EventEmitter().setMaxListeners(0);
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => {
    for (const id of payload.split(',')) announcements.emit(id);
  });
  await listener.query(`listen ${THREADS_CHANNEL}`);
  const client = await createReplyClient(db, url, connections);
  try {
    return await work(client, async (thread, { floor, mark, sentAt }) => {
      const path = threadPath(thread.lang, thread.id, pageOfFloor(floor));
      const signal = AbortSignal.timeout(PUBLISH_TIMEOUT_MS);
      for (;;) {
        const announced = once(announcements, String(thread.id), { signal });
        announced.catch(() => {}); // not awaited if the page has the reply
        const milliseconds = performance.now() - sentAt;
        if ((await pages.read(path))?.includes(mark)) return milliseconds;
        await announced.catch(() => {
          throw new Error(`${path} did not get the reply within ${PUBLISH_TIMEOUT_MS / 1000} s.`);
        });
      }
    });
  } finally {
    client.close();
    await listener.end();
  }
}
