import { useStore } from '@nanostores/react';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { $reported } from '#client/thread/report.ts';
import { ReplyActions } from '#islands/thread/ReplyActions.tsx';
import ReportDialog from '#islands/thread/ReportDialog.tsx';
import { ThreadContext } from '#islands/thread/thread-context.ts';
import { answerCalls, callsOf, refusal } from '../support/answered-calls.ts';
import { findToast, MEMBER, renderIsland } from '../support/component.tsx';

const KINDS = [
  { id: 1, type: 'spam', name: '广告或灌水', name_en: 'Spam' },
  { id: 2, type: 'rude', name: '人身攻击', name_en: 'Personal attack' },
  { id: 3, type: 'other', name: '其他', name_en: 'Other' },
];
const AUTHOR = { ...MEMBER, id: 20_043 };

/** The buttons below a reply, and their dialog, as Thread.tsx has them. */
function Reply() {
  const reported = useStore($reported);
  const thread = { threadId: 3, authorId: 1, closed: false, page: 1, quote: () => undefined };
  return (
    <ThreadContext value={thread}>
      <ReplyActions
        postId={7}
        replyKey="p7"
        authorId={AUTHOR.id}
        onQuote={() => undefined}
        onEdit={() => undefined}
      />
      {reported && <ReportDialog target={reported} />}
    </ThreadContext>
  );
}

const renderReply = (as: Parameters<typeof renderIsland>[1]) => {
  answerCalls({
    'GET /v1/thread/post/report/list': () => ({ code: 0, data: {}, kinds: KINDS }),
    'POST /v1/thread/post/report': () => ({ code: 0, msg: '', data: { id: 1 } }),
  });
  return renderIsland(<Reply />, as);
};
const menuButton = () => screen.getByRole('button', { name: '更多操作' });
const openReport = async (user: UserEvent) => {
  await user.click(menuButton());
  await user.click(await screen.findByRole('menuitem', { name: '举报' }));
};
const sendButton = () => screen.getByRole('button', { name: '提交举报' });

test('[R28, R16] a member who reports a reply sees missing fields, and a confirmation; once', async () => {
  const { user } = renderReply({ as: MEMBER });
  await openReport(user);
  const dialog = within(await screen.findByRole('dialog', { name: '举报这条回复' }));
  const spam = await dialog.findByRole('radio', { name: '广告或灌水' });
  await user.click(sendButton());
  expect(dialog.getByRole('alert').textContent).toBe('请选择举报原因');
  await user.click(spam);
  await user.type(dialog.getByRole('textbox'), '同样的话到处发');
  await user.click(sendButton());
  await findToast('已提交，版主会尽快处理');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(callsOf('POST /v1/thread/post/report').map(({ body }) => body)).toEqual([
    { post_id: 7, report_type: 'spam', message: '同样的话到处发' },
  ]);
  answerCalls({ 'POST /v1/thread/post/report': () => refusal('reported') });
  await openReport(user);
  await user.click(await screen.findByRole('radio', { name: '其他' }));
  await user.click(sendButton());
  await within(screen.getByRole('dialog')).findByText('你已经举报过，版主会尽快处理');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(menuButton()));
});

test('[R28, R42] a report is chosen by the keyboard from the first reason on, and waits out a limit', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = renderReply({ as: MEMBER });
  answerCalls({ 'POST /v1/thread/post/report': () => refusal('tooMany', { retryAfter: 20 }) });
  await openReport(user);
  const [first, second] = await screen.findAllByRole<HTMLInputElement>('radio');
  await waitFor(() => expect(document.activeElement).toBe(first));
  await user.keyboard('{ArrowDown}');
  expect(second?.checked).toBe(true);
  await user.click(sendButton());
  await screen.findByText(/请 (20|19) 秒后再试/);
  expect(sendButton().getAttribute('aria-disabled')).toBe('true');
  await vi.advanceTimersByTimeAsync(20_000);
  await waitFor(() => expect(sendButton().getAttribute('aria-disabled')).toBeNull());
});

test('[R28] nobody reports their own posts', async () => {
  const { user } = renderReply({ as: AUTHOR });
  await user.click(menuButton());
  await screen.findByRole('menuitem', { name: '加书签' });
  expect(screen.queryByRole('menuitem', { name: '举报' })).toBeNull();
});

test('[R28] a press outside retains a typed reason, and closes a dialog without one', async () => {
  const { user } = renderReply({ as: MEMBER });
  const pressOutside = () => user.click(document.querySelector('.scrim') as Element);
  await openReport(user);
  const text = await screen.findByRole('textbox');
  await user.click(await screen.findByRole('radio', { name: '人身攻击' }));
  await user.type(text, '骂人');
  await pressOutside();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('骂人');
  await user.clear(text);
  await pressOutside();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
