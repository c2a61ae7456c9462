import type { ThreadLanguage } from '#contracts/language.ts';
import { lineOf } from '#contracts/limits.ts';
import type { UserThreadsReplyWire } from '#contracts/wire/member.ts';
import type { ThreadBriefWire } from '#contracts/wire/post.ts';
import type {
  EditedThreadReplyWire,
  NewPollWire,
  ThreadSourceReplyWire,
  ThreadSourceWire,
} from '#contracts/wire/writing.ts';
import { call } from './api.ts';
import { withCaptcha } from './captcha.ts';
import { Failure } from './failure.ts';
import type { Because } from './moderation/acts.ts';
import { reasonIn } from './own-posts.ts';
import { recovery } from './recovery.ts';
import type { Solved } from './request.ts';

export interface NewThread {
  forumId: number;
  themeId: number;
  subject: string;
  html: string;
  language: ThreadLanguage;
  poll?: NewPollWire | undefined;
}

/** Where it is, and whether everybody may see it yet. */
export interface Posted {
  id: number;
  checked: boolean;
}

const posted = ({ id, checked }: Pick<ThreadBriefWire, 'id' | 'checked'>): Posted => ({
  id,
  checked: checked === 1,
});

/** The one place from which a thread is sent. */
async function post(
  { forumId, themeId, subject, html, language, poll }: NewThread,
  captcha: Solved | undefined,
): Promise<Posted> {
  const { data } = await call<{ data: ThreadBriefWire }>('/v1/thread', {
    method: 'POST',
    body: {
      forum_id: forumId,
      type_id: themeId,
      subject: lineOf(subject),
      message: html,
      language,
      poll: poll ?? null,
    },
    captcha,
  });
  return posted(data);
}

/** The thread of a call whose answer was lost on its way. */
async function newestOwn(subject: string): Promise<Posted | undefined> {
  const { data } = await call<UserThreadsReplyWire>('/v1/user/thread', { query: { limit: 5 } });
  const found = data.find((one) => one.subject === lineOf(subject));
  return found && posted(found);
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** Does it again when the product is back, until `signal` says that nobody wants it any more. */
async function patiently<Result>(
  attempt: (unanswered: boolean) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (let unanswered = false; ; ) {
    try {
      return await attempt(unanswered);
    } catch (error) {
      if (!(error instanceof Failure) || !error.away) throw error;
      unanswered ||= error.status !== 503;
      await Promise.race([recovery(), aborted(signal)]);
    }
  }
}

/**
 * Begins a thread; waits while the product is away. A try whose answer never came may have worked:
 * the refusal of the next one as a repetition tells so. Asks for a captcha where the server wants
 * one (R32).
 * Throws Failure, CaptchaClosed, or the reason of the signal.
 */
export const postThread = (thread: NewThread, signal: AbortSignal): Promise<Posted> =>
  patiently(async (unanswered) => {
    try {
      return await withCaptcha('popup', (captcha) => post(thread, captcha));
    } catch (error) {
      const found =
        unanswered && error instanceof Failure && error.code === 'repeat'
          ? await newestOwn(thread.subject)
          : undefined;
      if (found) return found;
      throw error;
    }
  }, signal);

export interface ThreadChange {
  id: number;
  themeId: number;
  subject: string;
  html: string;
  language: ThreadLanguage;
  /** What it was written from. */
  revision: number;
  /** Of a moderator who changes somebody else's. */
  because?: Because | undefined;
}

/** Changes a thread. Throws Failure: conflict when somebody else did so since. */
export const changeThread = (
  { id, themeId, subject, html, language, revision, because }: ThreadChange,
  signal: AbortSignal,
): Promise<Posted> =>
  patiently(async () => {
    const { data } = await call<EditedThreadReplyWire>('/v1/thread', {
      method: 'PUT',
      body: {
        id,
        type_id: themeId,
        subject: lineOf(subject),
        message: html,
        language,
        revision,
        ...reasonIn(because),
      },
    });
    return { id, checked: data.checked === 1 };
  }, signal);

/** A thread as it was sent. Throws Failure. */
export const loadSource = async (id: number): Promise<ThreadSourceWire> =>
  (await call<ThreadSourceReplyWire>('/v1/thread/source', { query: { id } })).data;

/**
 * Milliseconds between looks whether a page has been published; together as long as a burst of
 * posts may make it wait.
 */
const LOOKS = [0, 200, 400, 800, 1_600, 3_000];

/** What names the version of a page that stands now. */
export async function pageVersion(path: string): Promise<string | undefined> {
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
export async function published(path: string, old?: string): Promise<void> {
  for (const pause of LOOKS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const version = await pageVersion(path);
    if (version === 'live' || (version !== undefined && version !== old)) return;
  }
}
