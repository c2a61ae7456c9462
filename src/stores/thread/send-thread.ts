import type { ThreadLanguage } from '#contracts/language.ts';
import { normalizeLine } from '#contracts/limits.ts';
import type { ThreadBriefWire } from '#contracts/wire/post.ts';
import type { NewPollWire, ThreadSourceWire } from '#contracts/wire/requests.ts';
import { withCaptcha } from '../captcha/solve-captcha.ts';
import { call } from '../client/api.ts';
import { Failure } from '../client/failure.ts';
import type { SolvedCaptcha } from '../client/request.ts';
import { retryUntilApiUp } from '../client/retry-until-api-up.ts';
import type { ActionReason } from '../moderation/action-reason.ts';
import { reasonFields } from '../moderation/action-reason.ts';

export interface NewThread {
  forumId: number;
  themeId: number;
  subject: string;
  html: string;
  language: ThreadLanguage;
  poll?: NewPollWire | undefined;
}

/** The id of a posted thread, and whether everybody sees it. */
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

/** Sends a thread; nothing else does. */
async function sendThread(
  { forumId, themeId, subject, html, language, poll }: NewThread,
  captcha: SolvedCaptcha | undefined,
): Promise<PostedThread> {
  const { data } = await call('POST /v1/thread', {
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

/** The reader's newest thread of this subject, for a call whose answer was lost. */
async function findNewestOwnThread(subject: string): Promise<PostedThread | undefined> {
  const { data } = await call('GET /v1/user/thread', { query: { limit: 5 } });
  const ownThread = data.find((one) => one.subject === normalizeLine(subject));
  return ownThread && toPostedThread(ownThread);
}

/**
 * Posts a thread; waits and tries again while the API is down. An attempt without an answer may
 * have worked: then the API refuses the next one as a repetition. Asks for a captcha where the
 * server wants one (R32). Throws Failure, CaptchaClosed, or the reason of the signal.
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
  /** The revision that the edit is based on. */
  revision: number;
  /** The reason of a moderator who edits somebody else's thread. */
  reason?: ActionReason | undefined;
}

/**
 * Saves a thread; waits and tries again while the API is down. Throws Failure: conflict when
 * somebody else has changed it since.
 */
export const editThread = (
  { id, themeId, subject, html, language, revision, reason }: ThreadEdit,
  signal: AbortSignal,
): Promise<PostedThread> =>
  retryUntilApiUp(async () => {
    const { data } = await call('PUT /v1/thread', {
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

/** The source of a thread, for the editor. Throws Failure. */
export const loadThreadSource = async (id: number): Promise<ThreadSourceWire> =>
  (await call('GET /v1/thread/source', { query: { id } })).data;
