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
import { retryUntilApiUp } from '../client/retry-until-api-up.ts';
import type { ActionReason } from '../moderation/actions.ts';
import { reasonFields } from '../moderation/reason-fields.ts';

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
