import type { ThreadRow } from '#contracts/page-model.ts';
import { replyPagePath } from '#contracts/paths.ts';
import type { TextsValue } from '#islands/hooks/use-texts.ts';
import { Time } from './Time.tsx';

/* When a thread got its last reply, as a link to it. */
interface Props extends TextsValue {
  thread: ThreadRow;
}

export function LastReplyTime({ thread, lang, root, t }: Props) {
  const { lastReply } = thread;
  return lastReply ? (
    <a className="at hover" href={replyPagePath(root, thread.id, lastReply.floor, lastReply.id)}>
      <span className="vh">{t('list.lastReply')} </span>
      <Time at={thread.lastReplyAt} lang={lang} />
    </a>
  ) : (
    <Time at={thread.lastReplyAt} lang={lang} />
  );
}
