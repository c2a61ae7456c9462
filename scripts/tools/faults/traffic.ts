import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { threadLanguageOf } from '#contracts/language.ts';
import { pageOfFloor, threadPath } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { chooseMembers, createTokens } from '../bench/choose-members.ts';
import type { ChosenThread } from '../bench/choose-threads.ts';
import type { Random } from './seeded-random.ts';

/* Traffic: writers that record acknowledged writes, and readers behind nginx. */

/** Client timeout; the call may have taken effect. */
const PATIENCE_MS = 30_000;

export interface TargetThread extends ChosenThread {
  /** Replies are deleted here: the page is withdrawn at once, even if nothing can render. */
  takesAway?: boolean;
}

/** Acknowledged writes: each must exist at the end, exactly once. */
export interface Acknowledged {
  replies: Map<string, { postId: number; threadId: number; path: string }>;
  threads: Map<string, { threadId: number; path: string }>;
  /** A reply's last acknowledged text, and texts of later calls without a response. */
  edits: Map<number, Set<string>>;
  /** Marks of deleted content, by the paths that showed it. */
  deleted: Map<string, string[]>;
  likes: number;
  /** Refused or unanswered calls. */
  unanswered: number;
  /** Readers' responses that weren't pages. */
  readerErrors: string[];
  /** Addresses of acknowledged pictures. */
  pictures: Set<string>;
  reads: number;
  /** Readers' connections that the cache in front refused while it was down. */
  refusedByEdge: number;
  /** Deleted content that was shown again. */
  reappeared: Set<string>;
}

export const emptyAcknowledged = (): Acknowledged => ({
  replies: new Map(),
  threads: new Map(),
  edits: new Map(),
  deleted: new Map(),
  likes: 0,
  unanswered: 0,
  pictures: new Set(),
  readerErrors: [],
  reads: 0,
  refusedByEdge: 0,
  reappeared: new Set(),
});

/** Tokens of members, who may be the demo's. */
export const createWriterTokens = async (db: Db, count: number): Promise<string[]> =>
  createTokens(db, await chooseMembers(db, count, 10_000));

export interface TrafficContext {
  apiUrl: string;
  nginxUrl: string;
  places: readonly TargetThread[];
  random: Random;
  said: Acknowledged;
  /** Whether a part is down, and how often that happened. */
  faulty: { now: boolean; count: number };
  signal: AbortSignal;
}

export interface PublishedPath {
  path: string;
  /** Replies are deleted here: while parts are down, the page may return an explanation. */
  takesAway: boolean;
}

interface ApiReply<Data> {
  code: number;
  data?: Data;
}

/** Size of a unique picture with a random colour. */
const PICTURE_PIXELS = 40;

/** Uploads a unique picture, and records its address. */
export async function sendPicture(
  around: Pick<TrafficContext, 'apiUrl' | 'random' | 'said'>,
  token: string,
): Promise<void> {
  const [r, g, b] = [0, 0, 0].map(() => Math.floor(around.random.between(0, 256)));
  const picture = await sharp({
    create: { width: PICTURE_PIXELS, height: PICTURE_PIXELS, channels: 3, background: { r, g, b } },
  })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('image', new File([new Uint8Array(picture)], 'fault.png', { type: 'image/png' }));
  const answer = await callApi<string[]>(around, token, 'POST', '/api/v1/thread/file', form);
  for (const address of answer?.data ?? []) around.said.pictures.add(address);
}

/** A call's result; undefined if refused or unanswered. `body`: JSON or a form. */
async function callApi<Data = Record<string, number>>(
  around: Pick<TrafficContext, 'apiUrl' | 'said'>,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<ApiReply<Data> | undefined> {
  try {
    const response = await fetch(around.apiUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined || body instanceof FormData
          ? {}
          : { 'content-type': 'application/json' }),
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const answer = (await response.json()) as ApiReply<Data>;
    if (response.status === 200 && answer.code === 0) return answer;
  } catch {
    // no response: it may have taken effect
  }
  around.said.unanswered++;
  return undefined;
}

/** Whether a published page shows a text; an error is not a page. */
async function pageShows(around: TrafficContext, path: string, text: string): Promise<boolean> {
  const response = await fetch(around.nginxUrl + path, {
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const body = await response.text();
  return response.status === 200 && body.includes(text);
}

/** The same page on the phone site. */
const phonePathOf = (path: string): string => `/phone${path}`;

/** Records a deletion, and checks at once whether a page still shows the content. */
async function recordRemoval(around: TrafficContext, mark: string, path: string): Promise<void> {
  const paths = [path, phonePathOf(path)];
  around.said.deleted.set(mark, paths);
  for (const one of paths)
    if (await pageShows(around, one, mark).catch(() => false))
      around.said.reappeared.add(`${one} showed ${mark} after the call had answered`);
}

/** Writes, edits, likes and deletes until aborted. `name` must be unique: marks contain it. */
export async function runWriter(
  around: TrafficContext,
  token: string,
  name: string,
): Promise<void> {
  const { random, said, places } = around;
  const ownReplies: { id: number; mark: string; path: string; takesAway: boolean }[] = [];
  for (let count = 1; !around.signal.aborted; count++) {
    const place = random.pick(places);
    const mark = `fault-${name}-${count}-end`;
    const what = random.next();
    if (what < 0.62 || ownReplies.length === 0) {
      const answer = await callApi(around, token, 'POST', '/api/v1/post', {
        thread_id: place.id,
        forum_id: place.forumId,
        message: `<p>${mark}</p>`,
        validate: '',
      });
      if (answer?.data?.id) {
        const path = threadPath(place.lang, place.id, pageOfFloor(answer.data.storey ?? 1));
        said.replies.set(mark, { postId: answer.data.id, threadId: place.id, path });
        ownReplies.push({ id: answer.data.id, mark, path, takesAway: place.takesAway === true });
      }
    } else if (what < 0.68) {
      const answer = await callApi(around, token, 'POST', '/api/v1/thread', {
        forum_id: place.forumId,
        type_id: place.themeId,
        subject: `Faults ${name} ${count}`,
        message: `<p>${mark}</p>`,
        language: threadLanguageOf(place.lang),
        validate: '',
      });
      if (answer?.data?.id)
        said.threads.set(mark, {
          threadId: answer.data.id,
          path: threadPath(place.lang, answer.data.id, 1),
        });
    } else if (what < 0.8) {
      const one = random.pick(ownReplies);
      const texts = said.edits.get(one.id) ?? new Set([one.mark]);
      const answer = await callApi(around, token, 'PUT', '/api/v1/thread/post', {
        id: one.id,
        message: `<p>${one.mark} ${mark}</p>`,
      });
      said.edits.set(one.id, answer ? new Set([mark]) : new Set([...texts, mark]));
    } else if (what < 0.83) {
      await sendPicture(around, token);
    } else if (what < 0.92) {
      if (
        await callApi(around, token, 'POST', '/api/v1/thread/up', { id: place.id, idtype: 'tid' })
      )
        said.likes++;
    } else {
      const one = ownReplies.find(({ takesAway }) => takesAway);
      if (!one) continue;
      ownReplies.splice(ownReplies.indexOf(one), 1);
      // unknown from the call on, until a response
      said.replies.delete(one.mark);
      said.edits.delete(one.id);
      if (await callApi(around, token, 'DELETE', `/api/v1/thread/post?id=${one.id}`))
        await recordRemoval(around, one.mark, one.path);
    }
    await delay(random.between(5, 60));
  }
}

/**
 * Reads published pages through nginx: they must be served whatever fails behind it. Withdrawn
 * pages must return while their renderer works. Uses the cache in front if `edgeUrl` is set.
 */
export async function runReader(
  around: TrafficContext,
  pages: readonly PublishedPath[],
  edgeUrl?: string,
): Promise<void> {
  const { random, said, faulty } = around;
  while (!around.signal.aborted) {
    const { path, takesAway } = random.pick(pages);
    const faultsBefore = faulty.count;
    const wasFaulty = faulty.now;
    said.reads++;
    try {
      const response = await fetch((edgeUrl ?? around.nginxUrl) + path, {
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const body = await response.text();
      if (response.status === 503 && takesAway && (wasFaulty || faulty.count > faultsBefore))
        continue;
      if (response.status !== 200) said.readerErrors.push(`${path} answered ${response.status}`);
      else if (!body.includes('</html>')) said.readerErrors.push(`${path} was cut off`);
    } catch (error) {
      if (edgeUrl) said.refusedByEdge++;
      else said.readerErrors.push(`${path}: ${(error as Error).message}`);
    }
    await delay(random.between(2, 30));
  }
}

/** Polls pages that showed deleted content. */
export async function watchRemovals(around: TrafficContext): Promise<void> {
  const { random, said } = around;
  while (!around.signal.aborted) {
    await delay(50);
    const marks = [...said.deleted.keys()];
    if (marks.length === 0) continue;
    const mark = random.pick(marks);
    for (const path of said.deleted.get(mark) ?? [])
      if (await pageShows(around, path, mark).catch(() => false))
        said.reappeared.add(`${path} showed ${mark} again`);
  }
}
