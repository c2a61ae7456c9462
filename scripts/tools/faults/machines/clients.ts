import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pageOfFloor, threadPath } from '#contracts/paths.ts';
import { toFilePath } from '#publish/files/page-file-names.ts';
import type { Random } from '../seeded-random.ts';
import {
  type Acknowledged,
  type PublishedPath,
  sendPicture,
  type TargetThread,
} from '../traffic.ts';

/* Members and readers in front of three machines, which behave as the product's browser code. */

/** A browser's time limit of a call (client/core/api.ts). */
const CALL_MS = 20_000;
/** Pauses before a write is repeated (client/core/wait-until-api-up.ts); the last one repeats. */
const REPEAT_MS = [1_000, 2_000, 3_000, 5_000] as const;
/** Each writer's interval: five writers send ten replies a second. */
const WRITE_INTERVAL_MS = 500;
const PICTURE_INTERVAL_MS = 2_000;
const POLL_MS = 250;
/** A reader who sees no complete page for this time met an error. */
const READER_PATIENCE_MS = 10_000;
/** Silence after which a browser reopens its stream (client/core/live-updates.ts). */
const SILENCE_MS = 18_000;
const RECONNECT_MS = 5_000;

/** A write that was acknowledged. */
interface Written {
  mark: string;
  path: string;
  threadId: number;
  /** Milliseconds of performance.now(). */
  at: number;
}

export interface Measured {
  /** Times of acknowledgements, of all writers. */
  acknowledgedAt: number[];
  /** Longest time from an acknowledgement to the published file, in milliseconds. */
  longestToFile: number;
  /** Longest time from an acknowledgement to a follower's event. */
  longestToEvent: number;
  /** Replies that aren't in their file, or that a follower wasn't notified of. */
  missingInFiles: Set<Written>;
  missingEvents: Set<Written>;
  /** Time of the last event, by thread. */
  eventAt: Map<number, number>;
  /** Refusals other than outages, as sentences. */
  refusals: string[];
}

export const emptyMeasured = (): Measured => ({
  acknowledgedAt: [],
  longestToFile: 0,
  longestToEvent: 0,
  missingInFiles: new Set(),
  missingEvents: new Set(),
  eventAt: new Map(),
  refusals: [],
});

export interface ClientContext {
  url: string;
  siteDir: string;
  places: readonly TargetThread[];
  random: Random;
  said: Acknowledged;
  measured: Measured;
  signal: AbortSignal;
}

interface PostReply {
  code: number;
  err_code?: string;
  data?: { id: number; storey?: number };
  err_payload?: { id?: number; storey?: number; same_key?: number };
}

/** One attempt: the reply's id and floor, `outage`, or a refusal's code. */
async function sendReply(
  { url }: ClientContext,
  token: string,
  key: string,
  place: TargetThread,
  mark: string,
): Promise<{ id: number; floor: number } | 'outage' | { refusal: string }> {
  try {
    const response = await fetch(`${url}/api/v1/post`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({
        thread_id: place.id,
        forum_id: place.forumId,
        message: `<p>${mark}</p>`,
        validate: '',
      }),
      signal: AbortSignal.timeout(CALL_MS),
    });
    if (response.status >= 502 && response.status <= 504) return 'outage';
    const { code, err_code, data, err_payload } = (await response.json()) as PostReply;
    if (code === 0 && data) return { id: data.id, floor: data.storey ?? 1 };
    if (err_code === 'repeat' && err_payload?.same_key === 1 && err_payload.id)
      return { id: err_payload.id, floor: err_payload.storey ?? 1 };
    return { refusal: `${response.status} ${err_code ?? code}` };
  } catch {
    return 'outage';
  }
}

/** Writes until aborted. Repeats each reply with its key until it is acknowledged or refused. */
export async function runKeyedWriter(
  around: ClientContext,
  token: string,
  name: string,
): Promise<void> {
  const { random, said, measured, places, signal } = around;
  for (let count = 1; !signal.aborted; count++) {
    const began = performance.now();
    const place = random.pick(places);
    const mark = `fault-${name}-${count}-end`;
    const key = randomUUID();
    for (let turn = 0; ; turn++) {
      const attemptedAt = performance.now();
      const result = await sendReply(around, token, key, place, mark);
      if (result === 'outage') {
        const pause = REPEAT_MS[Math.min(turn, REPEAT_MS.length - 1)] as number;
        await delay(pause * random.between(0.75, 1.25));
        continue;
      }
      if ('refusal' in result) measured.refusals.push(`${mark}: ${result.refusal}`);
      else {
        const path = threadPath(place.lang, place.id, pageOfFloor(result.floor));
        const written = { mark, path, threadId: place.id, at: performance.now() };
        said.replies.set(mark, { postId: result.id, threadId: place.id, path });
        measured.acknowledgedAt.push(written.at);
        measured.missingInFiles.add(written);
        // an event may precede the answer
        if ((measured.eventAt.get(place.id) ?? 0) < attemptedAt)
          measured.missingEvents.add(written);
      }
      break;
    }
    await delay(Math.max(0, WRITE_INTERVAL_MS - (performance.now() - began)));
  }
}

export async function runUploader(around: ClientContext, token: string): Promise<void> {
  const { url: apiUrl, random, said, signal } = around;
  while (!signal.aborted) {
    await sendPicture({ apiUrl, random, said }, token);
    await delay(PICTURE_INTERVAL_MS);
  }
}

/** Watches the files of acknowledged replies. */
export async function watchFiles({ url, siteDir, measured, signal }: ClientContext): Promise<void> {
  while (!signal.aborted) {
    const textOf = new Map<string, string>();
    for (const written of measured.missingInFiles) {
      const file = join(siteDir, toFilePath(written.path));
      if (!textOf.has(file)) {
        try {
          textOf.set(file, readFileSync(file, 'utf8'));
        } catch {
          textOf.set(file, '');
          // a page that nobody has opened is rendered at its first request
          await fetch(url + written.path, { signal: AbortSignal.timeout(CALL_MS) }).then(
            (response) => response.arrayBuffer(),
            () => undefined,
          );
        }
      }
      if (!textOf.get(file)?.includes(written.mark)) continue;
      measured.missingInFiles.delete(written);
      measured.longestToFile = Math.max(measured.longestToFile, performance.now() - written.at);
    }
    await delay(POLL_MS);
  }
}

/** Follows all threads by one event stream, which reconnects as a browser's. */
export async function followEvents(around: ClientContext, cookie: string): Promise<void> {
  const { url, places, measured, signal } = around;
  const receive = (isReceived: (written: Written) => boolean) => {
    const now = performance.now();
    for (const written of measured.missingEvents) {
      if (!isReceived(written)) continue;
      measured.missingEvents.delete(written);
      measured.longestToEvent = Math.max(measured.longestToEvent, now - written.at);
    }
  };
  const ids = places.map(({ id }) => id).join();
  while (!signal.aborted) {
    let isSilent = false;
    await new Promise<void>((resolve) => {
      const request = get(
        `${url}/api/v1/user/events?thread_ids=${ids}`,
        { headers: { cookie, accept: 'text/event-stream' }, signal, agent: false },
        (response: IncomingMessage) => {
          if (response.statusCode !== 200) {
            response.resume();
            resolve();
            return;
          }
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
            const events = text.split('\n\n');
            text = events.pop() ?? '';
            for (const event of events) {
              // a browser then looks at its page again
              if (event.startsWith('event: again\n'))
                receive((written) => !measured.missingInFiles.has(written));
              const [, list] = /^event: threads\ndata: \[([\d,]*)\]/m.exec(event) ?? [];
              if (list === undefined) continue;
              const changed = new Set(list.split(',').map(Number));
              for (const id of changed) measured.eventAt.set(id, performance.now());
              receive(({ threadId }) => changed.has(threadId));
            }
          });
          response.on('close', resolve).on('error', () => resolve());
        },
      );
      request.setTimeout(SILENCE_MS, () => {
        isSilent = true;
        request.destroy();
      });
      request.on('error', () => resolve());
    });
    if (!signal.aborted && !isSilent)
      await delay(RECONNECT_MS, undefined, { signal }).catch(() => {});
  }
}

/** One page, asked for again after a lost connection, as a reader does. */
async function readPage(url: string, path: string): Promise<string | undefined> {
  let lost = '';
  for (const until = performance.now() + READER_PATIENCE_MS; performance.now() < until; ) {
    try {
      const response = await fetch(url + path, { signal: AbortSignal.timeout(READER_PATIENCE_MS) });
      const body = await response.text();
      if (response.status !== 200) return `${path} answered ${response.status}`;
      return body.includes('</html>') ? undefined : `${path} was cut off`;
    } catch (error) {
      lost = (error as Error).message;
      await delay(POLL_MS);
    }
  }
  return `${path}: ${lost}`;
}

/** Reads until aborted. */
export async function runPatientReader(
  { url, random, said, signal }: ClientContext,
  pages: readonly PublishedPath[],
): Promise<void> {
  while (!signal.aborted) {
    said.reads++;
    const problem = await readPage(url, random.pick(pages).path);
    if (problem) said.readerErrors.push(problem);
    await delay(random.between(50, 150));
  }
}
