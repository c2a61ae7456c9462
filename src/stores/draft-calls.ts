import type { ThreadLanguage } from '#contracts/language.ts';
import type { DraftsReplyWire, DraftWire } from '#contracts/wire/member.ts';
import type {
  DraftQuoteWire,
  NewPollWire,
  SaveDraftWire,
  SavedDraftReplyWire,
} from '#contracts/wire/writing.ts';
import { call } from './api.ts';
import type { DraftContent, DraftPlace, Quoted, Sheet, SheetName } from './draft-sheets.ts';

/* Drafts on the server: POST, GET and DELETE /v1/thread/draft. */

const path = '/v1/thread/draft';

const quoteWire = ({ postId, userId, floor, nickname, text }: Quoted): DraftQuoteWire => ({
  post_id: postId,
  user_id: userId,
  floor,
  nickname,
  text,
});

/** Saves a sheet, and says under which number and time it stands there. Throws Failure. */
export async function putDraft(
  { place, writer }: Pick<SheetName, 'place' | 'writer'>,
  { content, at, id, base }: Sheet,
): Promise<{ id: number; base: string }> {
  const { html, quote, subject, forumId, themeId, language, poll, revision } = content;
  const body: SaveDraftWire = {
    ...(id ? { id } : {}),
    forum_id: forumId ?? 0,
    thread_id: place.threadId,
    post_id: place.postId,
    type_id: themeId ?? 0,
    subject: subject ?? '',
    message: html,
    language: language ?? null,
    poll: poll ?? null,
    quote: quote ? quoteWire(quote) : null,
    revision: revision ?? null,
    base,
    writer,
    age: Math.max(0, (Date.now() - at) / 1_000),
  };
  const { data } = await call<SavedDraftReplyWire>(path, { method: 'POST', body, quiet: true });
  return { id: data.id, base: data.updated_at };
}

/** What another device has written on since `base` stays. Throws Failure. */
export const removeDraft = ({
  id,
  base,
  writer,
}: {
  id: number;
  base: string;
  writer: string;
}): Promise<unknown> => call(path, { method: 'DELETE', query: { id, base, writer }, quiet: true });

/** Drafts as they stand there, the latest first. Throws Failure. */
export const getDrafts = (query: {
  id?: number;
  thread_id?: number;
  offset?: number;
  limit?: number;
}): Promise<DraftsReplyWire> => call<DraftsReplyWire>(path, { query, quiet: true });

export const placeOf = ({ thread_id, post_id }: DraftWire): DraftPlace => ({
  threadId: thread_id,
  postId: post_id,
});

export function contentOf({
  message,
  quote,
  subject,
  forum_id,
  type_id,
  language,
  poll,
  revision,
}: DraftWire): DraftContent {
  const quoted = quote as DraftQuoteWire | null;
  return {
    html: message,
    quote: quoted
      ? {
          postId: quoted.post_id,
          userId: quoted.user_id,
          floor: quoted.floor,
          nickname: quoted.nickname,
          text: quoted.text,
        }
      : undefined,
    subject,
    forumId: forum_id || undefined,
    themeId: type_id || undefined,
    language: language === '' ? undefined : (language as ThreadLanguage),
    poll: (poll as NewPollWire | null) ?? undefined,
    revision: revision || undefined,
  };
}
