import { formatNumber } from '#i18n/format.ts';
import { localizedName } from '#i18n/localized.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Avatar } from './Avatar.tsx';
import { LastReplyTime } from './LastReplyTime.tsx';
import type { ListedThreadProps } from './listed-thread.ts';
import { NamedIcon } from './NamedIcon.tsx';
import { ThreadSubject } from './ThreadSubject.tsx';
import { Time } from './Time.tsx';

interface Props extends Omit<ListedThreadProps, 'withheld' | 'children'> {
  /** For lists of one author. */
  own?: boolean | undefined;
  /** For orders by publication: shows the time of posting instead of the last reply. */
  posted?: boolean | undefined;
}

/** The content of a thread's row on phones. */
export function PhoneThreadRow({ thread, pinned, forum, own, posted }: Props) {
  const { t, lang } = useTexts();
  return (
    <>
      {pinned && <NamedIcon name="pin" label={t('list.pinned')} />}
      <ThreadSubject thread={thread} />
      {!pinned && (
        <p className="meta">
          {!own && (
            <>
              <Avatar person={thread.author} size={20} />
              <span className="name" translate="no">
                {thread.author.nickname}
              </span>
            </>
          )}
          {forum && <span>{localizedName(lang, thread.forum)}</span>}
          {posted ? <Time at={thread.createdAt} /> : <LastReplyTime thread={thread} />}
          <span className="counts num">
            {formatNumber(lang, thread.repliesCnt)}
            <NamedIcon name="comment" label={t('list.replies')} />
          </span>
        </p>
      )}
    </>
  );
}
