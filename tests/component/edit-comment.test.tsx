import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { commentHtml } from '#client/thread/comment-html.ts';
import { toCommentDraft } from '#client/thread/edit-comment.ts';
import EditComment from '#islands/thread/EditComment.tsx';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { MEMBER, renderIsland } from '../support/component.tsx';

const HTML = '<p><span class="mention" data-user-id="7">@小满</span> 好 &lt;b&gt;</p><p>二</p>';
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '编辑评论' });

function open() {
  const onDone = vi.fn();
  const { user } = renderIsland(<EditComment postId={5} id={9} html={HTML} onDone={onDone} />, {
    as: MEMBER,
  });
  return { user, onDone };
}

test('[R24] the field of an edited comment holds its lines with their mentions', () => {
  expect(toCommentDraft(HTML)).toEqual({
    text: '@小满 好 <b>\n二',
    answered: [{ id: 7, nickname: '小满' }],
  });
  expect(commentHtml(toCommentDraft(HTML))).toBe(HTML);
});

test('[R24] an edited comment is sent like one of the comment form; a refusal retains the text', async () => {
  answerCalls({ 'PUT /v1/post/comment': () => refusal('editExpired') });
  const { user, onDone } = open();
  await user.type(field(), '！');
  await user.click(screen.getByRole('button', { name: '保存' }));
  await screen.findByText('评论发表超过 10 分钟，不能再编辑');
  expect(field().value).toContain('二！');
  const message = HTML.replace('二', '二！');
  expect(callsOf('PUT /v1/post/comment')[0]?.body).toEqual({ id: 9, message });
  expect(onDone).not.toHaveBeenCalled();
});

test('[R24] an empty comment isn’t sent', async () => {
  const { user } = open();
  await user.clear(field());
  await user.click(screen.getByRole('button', { name: '保存' }));
  await screen.findByText('请先写点内容');
});

test('[R24] Escape closes the editor of a comment only while nothing has changed', async () => {
  const { user, onDone } = open();
  await user.type(field(), '！{Escape}');
  await screen.findByText('修改还没保存，请保存或取消。');
  expect(field().value).toContain('二！');
  expect(onDone).not.toHaveBeenCalled();
  await user.type(field(), '{Backspace}{Escape}');
  expect(onDone).toHaveBeenCalled();
});
