import type { ThreadLanguage } from '#contracts/language.ts';
import { normalizeLine } from '#contracts/limits.ts';
import type { UserThreadsReplyWire } from '#contracts/wire/own-content.ts';
import type { ThreadBriefWire } from '#contracts/wire/post.ts';
import type {
  EditedThreadReplyWire,
  NewPollWire,
  ThreadSourceReplyWire,
  ThreadSourceWire,
} from '#contracts/wire/requests.ts';
import { withCaptcha } from '../captcha/solve-captcha.ts';
import { call } from '../client/api.ts';
import { Failure } from '../client/failure.ts';
import type { SolvedCaptcha } from '../client/request.ts';
import { waitUntilApiUp } from '../client/wait-until-api-up.ts';
import type { ActionReason } from '../moderation/actions.ts';
import { reasonFields } from './edit-post.ts';

export interface NewThread {
  forumId: number;
  themeId: number;
  subject: string;
  html: string;
  language: ThreadLanguage;
  poll?: NewPollWire | undefined;
}

/** Where it is, and whether everybody may see it yet. */
export interface PostedThread {
  id: number;
  checked: boolean;
}

const toPostedThread = ({
  id,
  checked,
}: Pick<ThreadBriefWire, 'id' | 'checked'>): PostedThread => ({
  id,
  checked: checked === 1,
});

/** The one place from which a thread is sent. */
async function sendThread(
  { forumId, themeId, subject, html, language, poll }: NewThread,
  captcha: SolvedCaptcha | undefined,
): Promise<PostedThread> {
  const { data } = await call<{ data: ThreadBriefWire }>('/v1/thread', {
    method: 'POST',
    body: {
      forum_id: forumId,
      type_id: themeId,
      subject: normalizeLine(subject),
      message: html,
      language,
      poll: poll ?? null,
    },
    captcha,
  });
  return toPostedThread(data);
}

/** The thread of a call whose answer was lost on its way. */
async function findNewestOwnThread(subject: string): Promise<PostedThread | undefined> {
  const { data } = await call<UserThreadsReplyWire>('/v1/user/thread', { query: { limit: 5 } });
  const ownThread = data.find((one) => one.subject === normalizeLine(subject));
  return ownThread && toPostedThread(ownThread);
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** Does it again when the product is back, until `signal` says that nobody wants it any more. */
async function retryUntilApiUp<Result>(
  attempt: (unanswered: boolean) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (let unanswered = false; ; ) {
    try {
      return await attempt(unanswered);
    } catch (error) {
      if (!(error instanceof Failure) || !error.isApiDown) throw error;
      unanswered ||= error.status !== 503;
      await Promise.race([waitUntilApiUp(), rejectOnAbort(signal)]);
    }
  }
}

/**
 * Begins a thread; waits while the product is away. A try whose answer never came may have worked:
 * the refusal of the next one as a repetition tells so. Asks for a captcha where the server wants
 * one (R32).
 * Throws Failure, CaptchaClosed, or the reason of the signal.
 */
export const postThread = (thread: NewThread, signal: AbortSignal): Promise<PostedThread> =>
  retryUntilApiUp(async (unanswered) => {
    try {
      return await withCaptcha('popup', (captcha) => sendThread(thread, captcha));
    } catch (error) {
      const earlierThread =
        unanswered && error instanceof Failure && error.code === 'repeat'
          ? await findNewestOwnThread(thread.subject)
          : undefined;
      if (earlierThread) return earlierThread;
      throw error;
    }
  }, signal);

export interface ThreadEdit {
  id: number;
  themeId: number;
  subject: string;
  html: string;
  language: ThreadLanguage;
  /** What it was written from. */
  revision: number;
  /** Of a moderator who changes somebody else's. */
  reason?: ActionReason | undefined;
}

/** Changes a thread. Throws Failure: conflict when somebody else did so since. */
export const editThread = (
  { id, themeId, subject, html, language, revision, reason }: ThreadEdit,
  signal: AbortSignal,
): Promise<PostedThread> =>
  retryUntilApiUp(async () => {
    const { data } = await call<EditedThreadReplyWire>('/v1/thread', {
      method: 'PUT',
      body: {
        id,
        type_id: themeId,
        subject: normalizeLine(subject),
        message: html,
        language,
        revision,
        ...reasonFields(reason),
      },
    });
    return { id, checked: data.checked === 1 };
  }, signal);

/** A thread as it was sent. Throws Failure. */
export const loadThreadSource = async (id: number): Promise<ThreadSourceWire> =>
  (await call<ThreadSourceReplyWire>('/v1/thread/source', { query: { id } })).data;

/**
 * Milliseconds between looks whether a page has been published; together as long as a burst of
 * posts may make it wait.
 */
const PUBLISH_POLL_PAUSES_MS = [0, 200, 400, 800, 1_600, 3_000];

/** What names the version of a page that stands now. */
export async function fetchPageVersion(path: string): Promise<string | undefined> {
  try {
    const reply = await fetch(path, { method: 'HEAD', cache: 'no-store' });
    return reply.ok ? (reply.headers.get('etag') ?? 'live') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Waits until a page stands, in another version than `old`, so that nobody arrives before what they
 * wrote.
 */
export async function waitUntilPublished(path: string, old?: string): Promise<void> {
  for (const pause of PUBLISH_POLL_PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const version = await fetchPageVersion(path);
    if (version === 'live' || (version !== undefined && version !== old)) return;
  }
}
