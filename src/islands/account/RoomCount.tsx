import { useStore } from '@nanostores/react';
import type { OwnRoom } from '#contracts/paths.ts';
import { $counts, unreadIn } from '#stores/unread.ts';
import { useTexts } from '../ui/text.ts';

/** How much is unread in a room of the reader's own, at the end of the way to it. */
export function RoomCount({ room }: { room: OwnRoom }) {
  const { t } = useTexts();
  const counts = useStore($counts);
  const count =
    room === 'me/letters' ? unreadIn(counts, 5) : room === 'me/messages' ? unreadIn(counts, 0) : 0;
  if (count === 0) return null;
  return (
    <span className="count num">
      <span aria-hidden="true">{count}</span>
      <span className="vh">{t('messages.unread', { count })}</span>
    </span>
  );
}
