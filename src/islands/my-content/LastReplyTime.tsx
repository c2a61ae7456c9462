import { replyPermalink } from '#contracts/paths.ts';
import type { ThreadListItemWire } from '#contracts/wire/own-content.ts';
import { Time } from '../components/Time.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** The time of the last reply with the markup of views/parts/LastReplyTime.tsx. */
export function LastReplyTime({ thread }: { thread: ThreadListItemWire }) {
  const { t, root } = useTexts();
  const time = <Time at={thread.last_date} />;
  if (thread.posts_cnt === 0) return time;
  return (
    <a className="at hover" href={replyPermalink(root, thread.id, thread.last_post_id)}>
      <span className="vh">{t('list.lastReply')} </span>
      {time}
    </a>
  );
}
