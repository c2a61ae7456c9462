import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toMessage } from '#client/messages/message-from-wire.ts';
import type { QueueNotificationKind } from '#contracts/notifications.ts';
import type { MessageWire } from '#contracts/wire/own-content.ts';
import { Message } from '#islands/messages/Message.tsx';
import { MEMBER, renderIsland } from '../support/component.tsx';

/* The notifications of a moderator name their queues (R28, R30). */

const NOTE = '“桌面”版块有 3 条举报待处理';
const wire = (kind: QueueNotificationKind, forumId: number): MessageWire => ({
  id: 1,
  type: '举报待处理',
  kind,
  type_id: 0,
  subject: '',
  forum_name: '桌面',
  receive_user_id: MEMBER.id,
  receive_user_nickname: MEMBER.nickname,
  receive_user_avatar: '',
  send_user_id: 0,
  send_user_nickname: '',
  send_user_avatar: '',
  message_fmt: '',
  send_message_fmt: '',
  note: NOTE,
  is_new: 0,
  from_id: 0,
  send_post_id: 0,
  thread_id: 0,
  from_idtype: '',
  category: 3,
  created_at: '2026-07-01T08:00:00.000Z',
  count: 3,
  forum_id: forumId,
});

test.for([
  ['reportQueue', 2, '/zh/me/moderation?forum=2'],
  ['reportQueue', 0, '/zh/me/moderation'],
  ['reviewQueue', 2, '/zh/me/moderation?tab=review&forum=2'],
] as const)(
  '[R28, R30] a notification of %s in forum %i leads to the queue',
  async ([kind, forumId, href]) => {
    const onRead = vi.fn();
    const { user } = renderIsland(
      <ul>
        <Message
          message={toMessage(wire(kind, forumId))}
          isDeleting={false}
          onRead={onRead}
          onDelete={() => {}}
          onUndo={() => {}}
        />
      </ul>,
      { as: MEMBER },
    );
    expect(screen.getByRole('listitem').textContent).toMatch(/^未读：\s*举报待处理/);
    const link = screen.getByRole('link', { name: NOTE });
    expect(link.getAttribute('href')).toBe(href);
    expect(screen.getAllByText(NOTE)).toHaveLength(1);
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    expect(onRead).toHaveBeenCalledOnce();
  },
);
