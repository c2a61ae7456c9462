import type { AuthorHoldReason } from '#contracts/hold-reasons.ts';
import type { ThreadLanguage } from '#contracts/language.ts';
import { normalizeLine } from '#contracts/text-lines.ts';
import type {
  EditedThreadWire,
  NewPollWire,
  RepeatedPostWire,
  ThreadSourceWire,
} from '#contracts/wire/requests.ts';
import { call } from '../core/api.ts';
import type { SolvedCaptcha } from '../core/request.ts';
import { retryUntilApiUp } from '../core/retry-until-api-up.ts';
import { threadDraft } from '../drafts/thread-draft.ts';
import { type ActionReason, reasonFields } from '../moderation/action-reason.ts';
import { sendOnce } from '../outbox/send-once.ts';

export interface NewThread {
  forumId: number;
  themeId: number;
  subject: string;
  html: string;
  language: ThreadLanguage;
  poll?: NewPollWire | undefined;
  /** Of all attempts to send it: the server writes it once. */
  key: string;
}

/** The id of a posted thread, and whether everybody sees it. */
export interface PostedThread {
  id: number;
  checked: boolean;
  /** Why it waits for review, if the server says so. */
  holdReason?: AuthorHoldReason | undefined;
}

const threadBody = ({ forumId, themeId, subject, html, language, poll }: NewThread) => ({
  forum_id: forumId,
  type_id: themeId,
  subject: normalizeLine(subject),
  message: html,
  language,
  poll: poll ?? null,
});

const toReview = (written: EditedThreadWire) => ({
  checked: written.checked === 1,
  holdReason: written.hold_reason ?? undefined,
});

/** Sends a thread; nothing else does. */
async function sendThread(
  thread: NewThread,
  captcha: SolvedCaptcha | undefined,
): Promise<PostedThread> {
  const { data } = await call('POST /v1/thread', {
    body: threadBody(thread),
    idempotencyKey: thread.key,
    captcha,
  });
  return { id: data.id, ...toReview(data) };
}

/** The thread that an earlier attempt without an answer stored. */
const toEarlierThread = ({
  thread_id,
  checked,
}: Partial<RepeatedPostWire>): PostedThread | undefined =>
  thread_id === undefined ? undefined : { id: thread_id, checked: checked !== 0 };

/** Posts the thread of this page's draft, as sendOnce does. */
export const postThread = (
  userId: number,
  thread: NewThread,
  signal: AbortSignal,
): Promise<PostedThread> =>
  sendOnce(
    {
      key: thread.key,
      send: (captcha) => sendThread(thread, captcha),
      findEarlier: toEarlierThread,
      toWrite: () => ({
        userId,
        kind: 'thread',
        path: '/v1/thread',
        body: threadBody(thread),
        threadId: 0,
        title: thread.subject.trim(),
        draft: threadDraft.hold(thread.key),
      }),
    },
    signal,
  ).catch((error: unknown) => {
    threadDraft.resume();
    throw error;
  });

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
    return { id, ...toReview(data) };
  }, signal);

/** The source of a thread, for the editor. Throws Failure. */
export const loadThreadSource = async (id: number): Promise<ThreadSourceWire> =>
  (await call('GET /v1/thread/source', { query: { id } })).data;
