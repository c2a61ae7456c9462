import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { LoadedComment } from '#client/thread/comment-from-wire.ts';
import { DrawnComment } from '#islands/thread/Comments.tsx';
import { ThreadContext } from '#islands/thread/thread-context.ts';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

let id = 0;
beforeEach(() => void id++);

function open({
  as = MEMBER,
  ...comment
}: Partial<LoadedComment> & { as?: typeof MEMBER | 'visitor' }) {
  const drawn: LoadedComment = {
    id,
    author: { id: 7, nickname: '小满', avatar: '' },
    html: '<p>好</p>',
    createdAt: new Date(),
    editedAt: null,
    likesCnt: 2,
    liked: false,
    checked: true,
    ...comment,
  };
  const thread = { threadId: 7, authorId: 1, closed: false, page: 1, quote: () => undefined };
  return renderIsland(
    <ThreadContext value={thread}>
      <DrawnComment postId={5} replyKey="p5" comment={drawn} />
    </ThreadContext>,
    { as },
  );
}
const button = () => screen.getByRole('button', { name: /^有用/ });

test('[R25] a member likes a comment, and takes the like back', async () => {
  answerCalls({
    'GET /v2/public/config/{name}': () => refusal('notFound'),
    'PUT /v1/post/comment/like': ({ body: { on } }) => ({
      code: 0,
      msg: 'ok',
      data: { is_up: on, like_cnt: on ? 3 : 2 },
    }),
  });
  const { user } = open({});
  expect(button().getAttribute('aria-pressed')).toBe('false');
  await user.click(button());
  await waitFor(() => expect(callsOf('PUT /v1/post/comment/like')).toHaveLength(1));
  await waitFor(() => expect(button().textContent).toBe('3'));
  expect(button().getAttribute('aria-pressed')).toBe('true');
  await user.click(button());
  const sent = [
    { id, on: true },
    { id, on: false },
  ];
  await waitFor(() =>
    expect(callsOf('PUT /v1/post/comment/like').map(({ body }) => body)).toEqual(sent),
  );
  expect(button().textContent).toBe('2');
});

test('[R25] a comment that the reader likes shows so', () => {
  open({ liked: true });
  expect(button().getAttribute('aria-pressed')).toBe('true');
});

test('[R25] a comment that nobody likes has the button without a number', () => {
  open({ likesCnt: 0 });
  expect(button().textContent).toBe('');
});

test.each([
  ['the author of a comment', { author: { id: MEMBER.id, nickname: '我', avatar: '' } }],
  ['a visitor', { as: 'visitor' as const }],
])('[R25] %s sees the number alone', (_, reader) => {
  open(reader);
  expect(screen.queryByRole('button', { name: /^有用/ })).toBeNull();
  expect(document.querySelector('.likes')?.textContent).toBe('有用 2');
});
