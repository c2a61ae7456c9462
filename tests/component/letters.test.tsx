import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { $unreadCounts } from '#client/messages/unread-counts.ts';
import type { Lang } from '#contracts/language.ts';
import type { ConversationWire, MessageWire } from '#contracts/wire/own-content.ts';
import Letters from '#islands/letters/Letters.tsx';
import {
  type Answers,
  answerCalls,
  callsOf,
  noNetwork,
  refusal,
} from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

/* Refusals, empty lists and late answers on the page of private messages. */

const OTHER = { id: 7, nickname: '老王', avatar: '' };
const SEND = 'POST /v1/user/letter';
const LIST = 'GET /v1/user/letter/list';
const ok = (data: unknown, more: object = {}) => Response.json({ code: 0, msg: '', data, ...more });
const list = (...data: Partial<ConversationWire>[]) => ok(data, { total_count: data.length });

const answer = (more: Answers = {}): void =>
  answerCalls({
    [LIST]: () => list(),
    'GET /v1/user/list': () => ok([OTHER]),
    'GET /v1/user/letter': () => ok([]),
    'GET /v1/user/letter/block': () => ok(false),
    'GET /v2/public/config/{name}': () => refusal('notFound'),
    // asked while the API seems to be unavailable
    'GET /v1/login/is_login': () => Response.json(null),
    ...more,
  });

/** Opens the conversation with the other user, or only the list. */
function open(path = `me/letters?with=${OTHER.id}`, lang: Lang = 'zh') {
  const { user } = renderIsland(<Letters />, { as: MEMBER, path, lang });
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /老王/ });
  const send = async (text: string) => {
    await user.type(await field(), text);
    await user.keyboard('{Control>}{Enter}{/Control}');
  };
  return { user, field, send };
}

const CONVERSATION = {
  user: OTHER as ConversationWire['user'],
  unread: 0,
  excerpt: '你好',
  last_user_id: OTHER.id,
  created_at: '2026-11-01T08:00:00Z',
  blocked: 0,
};

const talk = () => screen.getByRole('region', { name: '私信内容' });
/** Private messages, and their text on the page. */
const letter = (id: number, text: string) =>
  ({
    id,
    note: `<p>${text}</p>`,
    send_user_id: MEMBER.id,
    created_at: '2026-11-01T08:00:00Z',
  }) as Partial<MessageWire>;

beforeEach(() => answer());

test.each([
  ['zh', 'tooLarge', /内容过大/, '放回输入框'],
  ['en', 'tooLarge', /too large/, 'Edit again'],
  ['zh', 'repeat', /已存在相同内容/, '放回输入框'],
  ['zh', 'verify', /禁用词丙$/, '放回输入框'],
  ['zh', 'banned', /账号已被封禁/, '放回输入框'],
  ['zh', 'tooMany', /60 秒/, '放回输入框'],
  ['zh', 'newcomerLimit', /3 小时/, '放回输入框'],
] as const)(
  '[R14, R18, R29, R30] a refused private message shows the reason and returns to the field: %s, %s',
  async (lang, code, words, back) => {
    const more = { values: { words: '禁用词丙', hours: 3 }, retryAfter: 60 };
    answer({ [SEND]: () => refusal(code, more) });
    const { user, field, send } = open(undefined, lang);
    await send('写好的话');
    await screen.findByText(words);
    await user.click(screen.getByRole('button', { name: back }));
    expect((await field()).value).toBe('写好的话');
    expect(screen.queryByText(words)).toBeNull();
  },
);

test('[R30] an unsent private message is restored after a reload', async () => {
  answer({ [SEND]: () => refusal('tooLarge') });
  const { send } = open();
  await send('没有发出的话');
  await screen.findByText(/内容过大/);
  cleanup();
  open();
  await within(talk()).findByText('发送失败，内容还在这里。');
  await within(talk()).findByText('没有发出的话');
});

test('[R30] a private message without a network is sent again with the same key', async () => {
  let isDown = true;
  answer({ [SEND]: () => (isDown ? noNetwork() : ok(letter(1, '断线时写的'))) });
  const { user, send } = open();
  await send('断线时写的');
  await screen.findByText('发送失败，内容还在这里。');
  isDown = false;
  await user.click(screen.getByRole('button', { name: '重试' }));
  await within(talk()).findByText(/^\d\d:\d\d$/);
  const keys = callsOf(SEND).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toBeTruthy();
  expect(new Set(keys).size).toBe(1);
});

test('[R16] an empty private message is not sent', async () => {
  const { field, send } = open();
  await field();
  await send(' ');
  expect((await screen.findByRole('alert')).id).toBe('letter-problem');
  expect(callsOf(SEND)).toEqual([]);
});

test('[R18] a missing user has no conversation', async () => {
  answer({ 'GET /v1/user/list': () => ok([]) });
  open();
  await screen.findByText('页面不存在');
});

test('[R30] a list without conversations says so', async () => {
  open('me/letters');
  expect(await screen.findAllByText(/还没有私信/)).not.toEqual([]);
});

test('[R18] conversations that fail to load are requested again', async () => {
  let fails = true;
  answer({ [LIST]: () => (fails ? refusal('internal') : list(CONVERSATION)) });
  const { user } = open('me/letters');
  const conversations = await screen.findByRole('navigation', { name: '私信列表' });
  const again = await within(conversations).findByRole('button', { name: '重试' });
  fails = false;
  await user.click(again);
  await within(conversations).findByRole('link', { name: /老王/ });
});

test('[R18] a failed load of conversations is shown although the unread counts load meanwhile', async () => {
  const first = Promise.withResolvers<Response>();
  let asked = 0;
  answer({ [LIST]: () => (++asked === 1 ? first.promise : refusal('internal')) });
  open('me/letters');
  await waitFor(() => expect(asked).toBe(1));
  $unreadCounts.set({ letter_msg_count: 1 } as NonNullable<ReturnType<typeof $unreadCounts.get>>);
  await waitFor(() => expect(asked).toBe(2));
  first.resolve(refusal('internal'));
  await screen.findByRole('button', { name: '重试' });
});

test('[R42] the message field takes the focus when its recipient was chosen', async () => {
  answer({ 'GET /v1/user/list': () => ok([OTHER]) });
  const { user, field } = open('me/letters');
  await user.type(screen.getByRole('combobox', { name: '收件人' }), '老');
  await user.click(await screen.findByRole('option', { name: /老王/ }));
  expect(document.activeElement).toBe(await field());
});

test('[R30] the time of a conversation is updated when it continues', async () => {
  let created_at = CONVERSATION.created_at;
  answer({ [LIST]: () => list({ ...CONVERSATION, created_at }) });
  open('me/letters');
  await screen.findByText('老王');
  const written: string[] = [];
  // as the page's own script does
  const write = () => void written.push(document.querySelector('time')?.dateTime ?? '');
  document.addEventListener('drawn', write);
  created_at = '2026-11-01T13:00:00Z';
  $unreadCounts.set({ letter_msg_count: 0 } as never);
  await waitFor(() => expect(written).toContain('2026-11-01T13:00:00.000Z'));
  document.removeEventListener('drawn', write);
});
