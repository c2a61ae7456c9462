import { formatNumber } from '#i18n/format.ts';
import { pickLang } from '#i18n/localized.ts';
import { Avatar } from '../components/Avatar.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { LastReplyTime } from './LastReplyTime.tsx';
import { NamedIcon } from './NamedIcon.tsx';
import { ThreadSubject } from './ThreadSubject.tsx';
import type { ThreadRowProps } from './thread-row-props.ts';
import { WithheldBadge } from './WithheldBadge.tsx';

/** A thread with the markup of views/phone/ThreadRow.tsx. */
export function PhoneThreadRow({ thread, isOwnList, children }: ThreadRowProps) {
  const { t, lang } = useTexts();
  const { user, forum } = thread;
  return (
    <>
      <ThreadSubject thread={thread} />
      <p className="meta">
        {!isOwnList && (
          <>
            <Avatar person={user} size={20} />
            <span className="name">{user.nickname}</span>
          </>
        )}
        <span>{pickLang(lang, forum.name, forum.name_en)}</span>
        <LastReplyTime thread={thread} />
        <span className="counts num">
          {formatNumber(lang, thread.posts_cnt)}
          <NamedIcon name="comment" label={t('list.replies')} className="" />
        </span>
      </p>
      <p className="own-line meta">
        <WithheldBadge state={thread.state} checked={thread.checked} />
        {children}
      </p>
    </>
  );
}
