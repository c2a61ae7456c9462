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
  /** The same for all attempts: the server stores one. */
  key: string;
}

/** `checked`: visible to everybody. */
export interface PostedThread {
  id: number;
  checked: boolean;
  /** Why it is pending review, if known. */
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

/** Only this sends a thread. */
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

/** The thread that an unanswered attempt stored. */
const toEarlierThread = ({
  thread_id,
  checked,
}: Partial<RepeatedPostWire>): PostedThread | undefined =>
  thread_id === undefined ? undefined : { id: thread_id, checked: checked !== 0 };

/** Posts this page's draft, see sendOnce. */
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
  /** The edit's base revision. */
  revision: number;
  /** From a moderator who edits another user's thread. */
  reason?: ActionReason | undefined;
}

/** Retries while the API is down. Throws Failure: conflict if another user changed the thread. */
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

/** Throws Failure. */
export const loadThreadSource = async (id: number): Promise<ThreadSourceWire> =>
  (await call('GET /v1/thread/source', { query: { id } })).data;
