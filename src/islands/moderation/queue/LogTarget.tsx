import { adminPath } from '#contracts/admin.ts';
import { forumPath, replyPermalink, threadPath, userPath } from '#contracts/paths.ts';
import type { LogEntryWire } from '#contracts/wire/moderation.ts';
import { foreignLang } from '../../components/foreign-lang.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { useQueueArea } from './queue-area.ts';

interface Props {
  entry: LogEntryWire;
  /** The name of the entry's forum; '' if none. */
  forum: string;
}

/** An entry's target as a link; a purged one as its id. */
export function LogTarget({ entry, forum }: Props) {
  const { t, lang, root } = useTexts();
  const { calls } = useQueueArea();
  const { kind, id, name } = entry.target;
  if (kind === 'name') return <code>{name}</code>;
  const href = {
    thread: threadPath(root, id),
    post: replyPermalink(root, entry.thread_id, id),
    comment: threadPath(root, entry.thread_id),
    user: userPath(root, id),
    forum: calls === 'admin' ? adminPath('forums', '', { forum: id }) : forumPath(root, id),
  }[kind];
  const text = kind === 'forum' ? forum || name : name;
  const isLinked =
    kind === 'user' || kind === 'forum'
      ? text !== ''
      : entry.thread_id !== 0 && text + kind !== 'post';
  return (
    <>
      {isLinked ? (
        <a href={href} lang={text ? foreignLang(lang, text) : undefined}>
          {text || t('moderation.log.numbered', { id })}
        </a>
      ) : (
        t('moderation.log.numbered', { id })
      )}
      <p className="meta">
        {t(`moderation.log.target.${kind}`)} {id}
      </p>
    </>
  );
}
