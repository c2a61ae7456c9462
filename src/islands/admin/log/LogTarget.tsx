import { adminPath } from '#contracts/admin.ts';
import { replyPermalink, threadPath, userPath } from '#contracts/paths.ts';
import type { AdminLogEntryWire } from '#contracts/wire/admin-moderation.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { forumName } from '../hooks/use-forums.ts';

/** The target of an entry, with a link; a purged target has only its id. */
export function LogTarget({ entry }: { entry: AdminLogEntryWire }) {
  const { t, lang } = useTexts();
  const { kind, id, name } = entry.target;
  if (kind === 'name') return <code>{name}</code>;
  const href = {
    thread: threadPath(lang, id),
    post: replyPermalink(lang, entry.thread_id, id),
    comment: threadPath(lang, entry.thread_id),
    user: userPath(lang, id),
    forum: adminPath('forums', '', { forum: id }),
  }[kind];
  const text = kind === 'forum' ? forumName(lang, entry) || name : name;
  const isLinked =
    kind === 'user' || kind === 'forum'
      ? text !== ''
      : entry.thread_id !== 0 && text + kind !== 'post';
  return (
    <>
      {isLinked ? (
        <a href={href}>{text || t('admin.log.numbered', { id })}</a>
      ) : (
        t('admin.log.numbered', { id })
      )}
      <p className="meta">
        {t(`admin.log.target.${kind}`)} {id}
      </p>
    </>
  );
}
