import { htmlLang } from '#contracts/language.ts';
import { forumPath, replyPagePath, threadPath } from '#contracts/paths.ts';
import type { NewsThreadWire } from '#contracts/wire/reading.ts';
import { pickLang } from '#i18n/localized.ts';
import { Avatar } from '../components/Avatar.tsx';
import { Icon } from '../components/Icon.tsx';
import { Time } from '../components/Time.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { useRemoved } from '../removals/use-removed.ts';

interface Props {
  thread: NewsThreadWire;
  /** Its reader has marked it as read here: it keeps its place, so that nothing moves. */
  isRead: boolean;
  onToggle(): void;
}

/** A thread with something new; its subject leads to the first floor that wasn't read. */
export function NewsRow({ thread, isRead, onToggle }: Props) {
  const { t, lang, root } = useTexts();
  const { id, subject, unread, forum, user, at } = thread;
  const isRemoved = useRemoved({ thread: id, user: user.id });
  if (isRemoved)
    return (
      <li>
        <p className="placeholder-text">{t('messages.withheld')}</p>
      </li>
    );
  const written = thread.language === 'en_US' ? 'en' : 'zh';
  const toggle = t(isRead ? 'news.undoOf' : 'news.markReadOf', { name: subject });
  return (
    <li data-thread={id} className={isRead ? 'seen' : undefined}>
      <Avatar person={user} size={40} />
      <div>
        <a
          className="subject"
          lang={written === lang ? undefined : htmlLang(written)}
          href={
            unread > 0
              ? replyPagePath(root, id, thread.floor, thread.post_id)
              : threadPath(root, id)
          }
        >
          {subject}
        </a>
        <p className="meta dots">
          {unread > 0 && !isRead && (
            <span className="amount num">{t('news.replies', { count: unread })}</span>
          )}
          {isRead && <span>{t('news.read')}</span>}
          <span>
            <a className="hover" href={forumPath(root, forum.id)}>
              {pickLang(lang, forum.name, forum.name_en)}
            </a>
          </span>
          <span>{t(unread > 0 ? 'news.lastBy' : 'news.begunBy', { name: user.nickname })}</span>
          <span>
            <Time at={at} />
          </span>
        </p>
      </div>
      <button type="button" aria-label={toggle} title={toggle} onClick={onToggle}>
        <Icon name={isRead ? 'undo' : 'check'} />
      </button>
    </li>
  );
}
