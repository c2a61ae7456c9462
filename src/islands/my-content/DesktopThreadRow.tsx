import { badgeOf } from '#contracts/badge.ts';
import { forumPath, userPath } from '#contracts/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { pickLang } from '#i18n/localized.ts';
import { Avatar } from '../components/Avatar.tsx';
import { Badge } from '../components/Badge.tsx';
import { Time } from '../components/Time.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { LastReplyTime } from './LastReplyTime.tsx';
import { ThreadSubject } from './ThreadSubject.tsx';
import type { ThreadRowProps } from './thread-row-props.ts';
import { WithheldBadge } from './WithheldBadge.tsx';

/** A thread with the markup of views/desktop/ThreadRow.tsx. */
export function DesktopThreadRow({ thread, children }: ThreadRowProps) {
  const { t, lang, root } = useTexts();
  const { user, forum, type } = thread;
  return (
    <>
      <Avatar person={user} size={40} />
      <div>
        <p>
          {type && <span className="theme-name">{pickLang(lang, type.name, type.name_en)}</span>}
          <ThreadSubject thread={thread} />
        </p>
        <p className="meta dots">
          <WithheldBadge state={thread.state} checked={thread.checked} />
          <span>
            <a className="name hover" href={userPath(root, user.id)}>
              {user.nickname}
            </a>{' '}
            <span className="level">{t('common.level', { n: user.level })}</span>{' '}
            <Badge badge={badgeOf(user.group_id)} t={t} />
          </span>
          <span>
            <a className="hover" href={forumPath(root, forum.id)}>
              {pickLang(lang, forum.name, forum.name_en)}
            </a>
          </span>
          <span>
            <Time at={thread.created_at} />
          </span>
          {children}
        </p>
      </div>
      <p className="counts num">
        <b>
          {formatNumber(lang, thread.posts_cnt)}
          <span className="vh"> {t('list.replies')} </span>
        </b>
        <span className="meta">
          {formatNumber(lang, thread.views_cnt)}
          <span className="vh"> {t('list.views')}</span>
        </span>
      </p>
      <p className="last meta">
        <a className="name hover" href={userPath(root, thread.last_user_id)}>
          <span className="vh">{t('list.lastReply')} </span>
          {thread.last_username}
        </a>
        <LastReplyTime thread={thread} />
      </p>
    </>
  );
}
