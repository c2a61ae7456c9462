import { forumPath, userPath } from '#contracts/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { localizedName } from '#i18n/localized.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Avatar } from './Avatar.tsx';
import { Badge } from './Badge.tsx';
import { LastReplyTime } from './LastReplyTime.tsx';
import type { ListedThreadProps } from './listed-thread.ts';
import { NamedIcon } from './NamedIcon.tsx';
import { ThreadSubject } from './ThreadSubject.tsx';
import { Time } from './Time.tsx';
import { UserLink } from './UserLink.tsx';

/** The content of a thread's row on the desktop. */
export function DesktopThreadRow({ thread, pinned, forum, withheld, children }: ListedThreadProps) {
  const { t, lang, root } = useTexts();
  const { author, lastUser } = thread;
  return (
    <>
      {pinned ? (
        <NamedIcon name="pin" label={t('list.pinned')} />
      ) : (
        <Avatar person={author} size={40} />
      )}
      <div>
        <p>
          {thread.theme && <span className="theme-name">{localizedName(lang, thread.theme)}</span>}
          <ThreadSubject thread={thread} />
        </p>
        {!pinned && (
          <p className="meta dots">
            {withheld}
            <span>
              <UserLink user={author} />{' '}
              <span className="level">{t('common.level', { n: author.level })}</span>{' '}
              <Badge badge={author.badge} />
            </span>
            {forum && (
              <span>
                <a className="hover" href={forumPath(root, thread.forum.id)}>
                  {localizedName(lang, thread.forum)}
                </a>
              </span>
            )}
            <span>
              <Time at={thread.createdAt} />
            </span>
            {children}
          </p>
        )}
      </div>
      <p className="counts num">
        <b>
          {formatNumber(lang, thread.repliesCnt)}
          <span className="vh"> {t('list.replies')} </span>
        </b>
        {!pinned && (
          <span className="meta">
            {formatNumber(lang, thread.viewsCnt)}
            <span className="vh"> {t('list.views')}</span>
          </span>
        )}
      </p>
      <p className="last meta">
        {!pinned && (
          <a className="name hover" translate="no" href={userPath(root, lastUser.id)}>
            <span className="vh">{t('list.lastReply')} </span>
            {lastUser.nickname}
          </a>
        )}
        <LastReplyTime thread={thread} />
      </p>
    </>
  );
}
