import type { infer as Infer } from 'zod';
import type {
  ConversationsReplyWire,
  LettersReplyWire,
  MessageWire,
} from '#contracts/wire/member.ts';
import type { FlagReplyWire } from '#contracts/wire/site.ts';
import type { UserBriefsReplyWire, UserBriefWire } from '#contracts/wire/user.ts';
import { call } from './api.ts';
import { withCaptcha } from './captcha.ts';
import { Failure } from './failure.ts';

/** Letters of a conversation that are read at once. */
export const LETTERS_AT_ONCE = 30;
/** Conversations that are read at once. */
export const CONVERSATIONS_AT_ONCE = 30;

/** `page` counts from 0. Throws Failure. */
export const readConversations = (page: number): Promise<ConversationsReplyWire> =>
  call('/v1/user/letter/list', { query: { offset: page, limit: CONVERSATIONS_AT_ONCE } });

/**
 * The newest letters between the reader and another, or those before a certain one, oldest first;
 * they count as read. Throws Failure.
 */
export async function readLetters(otherId: number, before?: number): Promise<MessageWire[]> {
  const { data } = await call<LettersReplyWire>('/v1/user/letter', {
    query: { receive_user_id: otherId, before, limit: LETTERS_AT_ONCE },
  });
  return data ?? [];
}

/**
 * Writes a letter; undefined when it had been delivered before and only the answer was lost. Asks
 * for a captcha where the server wants one (R32). Throws Failure, CaptchaClosed.
 * `again`: it was sent already, and nobody knows whether it arrived.
 */
export async function sendLetter(
  otherId: number,
  html: string,
  again: boolean,
): Promise<MessageWire | undefined> {
  try {
    const body = { receive_user_id: otherId, note: html };
    return (
      await withCaptcha('popup', (captcha) =>
        call<{ data: MessageWire }>('/v1/user/letter', { method: 'POST', body, captcha }),
      )
    ).data;
  } catch (error) {
    if (again && error instanceof Failure && error.code === 'repeat') return undefined;
    throw error;
  }
}

/** Somebody by number; undefined when there is nobody such. Throws Failure. */
export async function findPerson(id: number): Promise<UserBriefWire | undefined> {
  return (await call<UserBriefsReplyWire>('/v1/user/list', { query: { ids: id } })).data[0];
}

/** Throws Failure. */
export const isBlocked = async (userId: number): Promise<boolean> =>
  (await call<Infer<typeof FlagReplyWire>>('/v1/user/letter/block', { query: { user_id: userId } }))
    .data;

/** Throws Failure. */
export async function setBlocked(userId: number, blocked: boolean): Promise<void> {
  await call('/v1/user/letter/block', { method: 'POST', body: { user_id: userId, blocked } });
}
