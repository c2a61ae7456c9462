import type { ThreadRow as ShownThreadRow } from '#contracts/page-model.ts';
import { formatNumber } from '#i18n/format.ts';
import { localizedName } from '#i18n/localized.ts';
import type { TextsValue } from '#islands/hooks/use-texts.ts';
import { Avatar } from '../parts/Avatar.tsx';
import { Icon } from '../parts/Icon.tsx';
import { LastReplyTime } from '../parts/LastReplyTime.tsx';
import { SubjectLink } from '../parts/SubjectLink.tsx';
import { Time } from '../parts/Time.tsx';

interface Props extends TextsValue {
  thread: ShownThreadRow;
  /** One line, with a pin. */
  pinned?: boolean;
  /** In lists of more than one forum. */
  forum?: boolean;
  /** In lists of one author. */
  own?: boolean;
  /** In orders by publication: when it was posted, instead of its last reply. */
  posted?: boolean;
}

export function ThreadRow({ thread, lang, root, t, pinned, forum, own, posted }: Props) {
  return (
    <li
      className={pinned ? 'row pinned' : 'row'}
      data-thread={thread.id}
      data-forum={forum ? thread.forum.id : undefined}
      data-author={thread.author.id}
    >
      {pinned && <Icon name="pin" label={t('list.pinned')} />}
      <SubjectLink thread={thread} lang={lang} root={root} t={t} />
      {!pinned && (
        <p className="meta">
          {!own && (
            <>
              <Avatar person={thread.author} size={20} />
              <span className="name">{thread.author.nickname}</span>
            </>
          )}
          {forum && <span>{localizedName(lang, thread.forum)}</span>}
          {posted ? (
            <Time at={thread.createdAt} lang={lang} />
          ) : (
            <LastReplyTime thread={thread} lang={lang} root={root} t={t} />
          )}
          <span className="counts num">
            {formatNumber(lang, thread.repliesCnt)}
            <Icon name="comment" label={t('list.replies')} />
          </span>
        </p>
      )}
    </li>
  );
}
