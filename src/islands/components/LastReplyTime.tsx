import { replyPagePath, replyPermalink } from '#contracts/paths.ts';
import { useTexts } from '../hooks/use-texts.ts';
import type { ListedThread } from './listed-thread.ts';
import { Time } from './Time.tsx';

/** The time of a thread's last reply, as a link to it. */
export function LastReplyTime({ thread }: { thread: ListedThread }) {
  const { t, root } = useTexts();
  const { id, lastReply } = thread;
  const time = <Time at={thread.lastReplyAt} />;
  if (!lastReply) return time;
  const href =
    lastReply.floor === undefined
      ? replyPermalink(root, id, lastReply.id)
      : replyPagePath(root, id, lastReply.floor, lastReply.id);
  return (
    <a className="at hover" href={href}>
      <span className="vh">{t('list.lastReply')} </span>
      {time}
    </a>
  );
}
