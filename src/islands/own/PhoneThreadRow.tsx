import { formatNumber } from '#i18n/format.ts';
import { inLang } from '#i18n/named.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Time } from '../ui/Time.tsx';
import { useTexts } from '../ui/text.ts';
import { NamedIcon } from './NamedIcon.tsx';
import type { ThreadRowProps } from './ThreadRow.tsx';
import { ThreadSubject } from './ThreadSubject.tsx';
import { Withheld } from './Withheld.tsx';

/** As views/phone/ThreadRow.astro prints it. */
export function PhoneThreadRow({ thread, children }: ThreadRowProps) {
  const { t, lang } = useTexts();
  const { user, forum } = thread;
  return (
    <>
      <ThreadSubject thread={thread} />
      <p className="meta">
        <Avatar person={user} size={20} />
        <span className="name">{user.nickname}</span>
        <span>{inLang(lang, forum.name, forum.name_en)}</span>
        <Time at={thread.last_date} />
        <span className="counts num">
          <NamedIcon name="comment" label={t('list.replies')} className="" />
          {formatNumber(lang, thread.posts_cnt)}
        </span>
      </p>
      <p className="own-line meta">
        <Withheld state={thread.state} checked={thread.checked} />
        {children}
      </p>
    </>
  );
}
