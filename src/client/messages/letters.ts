import type { ConversationsReplyWire, MessageWire } from '#contracts/wire/own-content.ts';
import { withCaptcha } from '../captcha/solve-captcha.ts';
import { call } from '../core/api.ts';
import { Failure, isSentBefore } from '../core/failure.ts';

export const LETTERS_PER_PAGE = 30;
export const CONVERSATIONS_PER_PAGE = 30;

/** `page` counts from 0. Throws Failure. */
export const loadConversations = (page: number): Promise<ConversationsReplyWire> =>
  call('GET /v1/user/letter/list', { query: { offset: page, limit: CONVERSATIONS_PER_PAGE } });

/** The newest, or those before an id, oldest first. Marks them as read. Throws Failure. */
export async function loadLetters(otherId: number, before?: number): Promise<MessageWire[]> {
  const { data } = await call('GET /v1/user/letter', {
    query: { receive_user_id: otherId, before, limit: LETTERS_PER_PAGE },
  });
  return data ?? [];
}

/** Below /api. */
export const LETTER_PATH = '/v1/user/letter';

export const letterBody = (otherId: number, html: string) => ({
  receive_user_id: otherId,
  note: html,
});

/**
 * Returns undefined if an earlier attempt with the key was delivered but unanswered. Asks for a
 * captcha if required (R32). Throws Failure, CaptchaClosed.
 */
export async function sendLetter(
  otherId: number,
  html: string,
  idempotencyKey: string,
): Promise<MessageWire | undefined> {
  try {
    const body = letterBody(otherId, html);
    const { data } = await withCaptcha('popup', (captcha) =>
      call('POST /v1/user/letter', { body, idempotencyKey, captcha }),
    );
    return data;
  } catch (error) {
    if (error instanceof Failure && isSentBefore(error)) return undefined;
    throw error;
  }
}
