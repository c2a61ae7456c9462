import type { CallBody } from '#contracts/calls/calls.ts';
import type { ThreadLanguage } from '#contracts/language.ts';
import type { DraftsReplyWire, DraftWire } from '#contracts/wire/own-content.ts';
import type { DraftQuoteWire, NewPollWire } from '#contracts/wire/requests.ts';
import { call } from '../core/api.ts';
import type {
  DraftContent,
  DraftKey,
  DraftRecord,
  DraftTarget,
  QuotedReply,
} from './draft-records.ts';

/* Drafts on the server: POST, GET and DELETE /v1/thread/draft. */

const toQuoteWire = ({ postId, userId, floor, nickname, text }: QuotedReply): DraftQuoteWire => ({
  post_id: postId,
  user_id: userId,
  floor,
  nickname,
  text,
});

/** Returns the draft's id and time on the server. Throws Failure. */
export async function saveToServer(
  { target, writer }: Pick<DraftKey, 'target' | 'writer'>,
  { content, at, id, base }: DraftRecord,
): Promise<{ id: number; base: string }> {
  const { html, quote, subject, forumId, themeId, language, poll, revision } = content;
  const body: CallBody<'POST /v1/thread/draft'> = {
    ...(id ? { id } : {}),
    forum_id: forumId ?? 0,
    thread_id: target.threadId,
    post_id: target.postId,
    type_id: themeId ?? 0,
    subject: subject ?? '',
    message: html,
    language: language ?? null,
    poll: poll ?? null,
    quote: quote ? toQuoteWire(quote) : null,
    revision: revision ?? null,
    base,
    writer,
    age: Math.max(0, (Date.now() - at) / 1_000),
  };
  const { data } = await call('POST /v1/thread/draft', { body, quiet: true });
  return { id: data.id, base: data.updated_at };
}

/** Deletes nothing if another device changed the draft since `base`. Throws Failure. */
export const deleteFromServer = ({
  id,
  base,
  writer,
}: {
  id: number;
  base: string;
  writer: string;
}): Promise<unknown> =>
  call('DELETE /v1/thread/draft', { query: { id, base, writer }, quiet: true });

/** Latest first. Throws Failure. */
export const loadDrafts = (query: {
  id?: number;
  thread_id?: number;
  offset?: number;
  limit?: number;
}): Promise<DraftsReplyWire> => call('GET /v1/thread/draft', { query, quiet: true });

/** Loads a listed draft's text. Throws Failure. */
export async function loadWhole(listed: DraftWire): Promise<DraftWire> {
  if (listed.withheld === null) return listed;
  const { data } = await loadDrafts({ id: listed.id });
  return data[0] ?? listed;
}

export const targetOfDraft = ({ thread_id, post_id }: DraftWire): DraftTarget => ({
  threadId: thread_id,
  postId: post_id,
});

function readQuote(quote: DraftQuoteWire): QuotedReply {
  const { post_id: postId, user_id: userId, floor, nickname, text } = quote;
  return { postId, userId, floor, nickname, text };
}

export const contentOfDraft = (draft: DraftWire): DraftContent => ({
  html: draft.message,
  quote: draft.quote ? readQuote(draft.quote as DraftQuoteWire) : undefined,
  subject: draft.subject,
  forumId: draft.forum_id || undefined,
  themeId: draft.type_id || undefined,
  language: draft.language === '' ? undefined : (draft.language as ThreadLanguage),
  poll: (draft.poll as NewPollWire | null) ?? undefined,
  revision: draft.revision || undefined,
});
