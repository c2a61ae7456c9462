import type { ThreadRow as ShownThreadRow } from '#contracts/page-model.ts';
import { forumPath, userPath } from '#contracts/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { localizedName } from '#i18n/localized.ts';
import { Badge } from '#islands/components/Badge.tsx';
import type { TextsValue } from '#islands/hooks/use-texts.ts';
import { Avatar } from '../parts/Avatar.tsx';
import { Icon } from '../parts/Icon.tsx';
import { LastReplyTime } from '../parts/LastReplyTime.tsx';
import { SubjectLink } from '../parts/SubjectLink.tsx';
import { Time } from '../parts/Time.tsx';

interface Props extends Pick<TextsValue, 'lang' | 't'> {
  thread: ShownThreadRow;
  /** One line, with a pin in the avatar's place. */
  pinned?: boolean;
  /** In lists of more than one forum. */
  forum?: boolean;
}

export function ThreadRow({ thread, lang, t, pinned, forum }: Props) {
  const { author, lastUser } = thread;
  return (
    <li
      className={pinned ? 'row pinned' : 'row'}
      data-thread={thread.id}
      data-forum={forum ? thread.forum.id : undefined}
      data-author={author.id}
    >
      {pinned ? <Icon name="pin" label={t('list.pinned')} /> : <Avatar person={author} size={40} />}
      <div>
        <p>
          <span className="theme-name">{localizedName(lang, thread.theme)}</span>
          <SubjectLink thread={thread} lang={lang} t={t} />
        </p>
        {!pinned && (
          <p className="meta dots">
            <span>
              <a className="name hover" href={userPath(lang, author.id)}>
                {author.nickname}
              </a>{' '}
              <span className="level">{t('common.level', { n: author.level })}</span>{' '}
              <Badge badge={author.badge} t={t} />
            </span>
            {forum && (
              <span>
                <a className="hover" href={forumPath(lang, thread.forum.id)}>
                  {localizedName(lang, thread.forum)}
                </a>
              </span>
            )}
            <span>
              <Time at={thread.createdAt} lang={lang} />
            </span>
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
          <a className="name hover" href={userPath(lang, lastUser.id)}>
            <span className="vh">{t('list.lastReply')} </span>
            {lastUser.nickname}
          </a>
        )}
        <LastReplyTime thread={thread} lang={lang} root={lang} t={t} />
      </p>
    </li>
  );
}
