import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { badgeOf } from '#contracts/badge.ts';
import { htmlLang } from '#contracts/language.ts';
import { forumPath, threadPath, userPath } from '#contracts/paths.ts';
import type { ListedThreadWire } from '#contracts/wire/member.ts';
import { formatNumber } from '#i18n/format.ts';
import { inLang } from '#i18n/named.ts';
import { splitLastWord } from '#i18n/words.ts';
import { $account } from '#stores/account.ts';
import type { IconName } from '#styles/icons.ts';
import { useGone } from '../gone/useGone.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Time } from '../ui/Time.tsx';
import { useTexts } from '../ui/text.ts';
import { NamedIcon } from './NamedIcon.tsx';
import { Withheld } from './Withheld.tsx';

const ICONS = { resolved: 'resolved', digest: 'star', poll: 'chart', image: 'image', closed: 'lock' } as const satisfies Record<string, IconName>;

const marksOf = ({ attrs, is_digest, is_poll, images_num, isclosed }: ListedThreadWire): Record<keyof typeof ICONS, boolean> => ({
  resolved: attrs.some(({ name }) => name === 'Resolved'),
  digest: is_digest === 1,
  poll: is_poll === 1,
  image: images_num > 0,
  closed: isclosed === 1,
});

/** The subject, which leads nowhere while its page shows nothing. Marks stay on the line of its last word. */
function Subject({ thread, shown }: { thread: ListedThreadWire; shown: boolean }) {
  const { t, lang, root } = useTexts();
  const marks = marksOf(thread);
  const written = thread.Language === 'en_US' ? 'en' : 'zh';
  const [start, last] = splitLastWord(thread.subject);
  const text = (
    <>
      {start}
      <span className="keep">
        {last}
        {(Object.keys(ICONS) as (keyof typeof ICONS)[]).map((mark) => marks[mark] && <NamedIcon key={mark} name={ICONS[mark]} label={t(`marks.${mark}`)} className={`mk ${mark}`} />)}
      </span>
    </>
  );
  const language = written === lang ? undefined : htmlLang(written);
  return shown ? (
    <a className="subject" href={threadPath(root, thread.id)} lang={language}>
      {text}
    </a>
  ) : (
    <span className="subject" lang={language}>
      {text}
    </span>
  );
}

interface Props {
  thread: ListedThreadWire;
  /** At the end of the line below the subject. */
  children?: ReactNode;
}

/** A thread in a list, as views/parts/ThreadRow.astro prints it. */
export function ThreadRow({ thread, children }: Props) {
  const { t, lang, root } = useTexts();
  const { user, forum, type } = thread;
  const badge = badgeOf(user.group_id);
  const reader = useStore($account)?.id;
  const gone = useGone({ thread: thread.id, user: user.id });
  if (gone && user.id !== reader) return <p className="gone">{t('messages.withheld')}</p>;
  const shown = thread.state === 0 && thread.checked === 1;
  return (
    <>
      <Avatar person={user} size={40} />
      <div>
        <p>
          {type && <span className="theme-name">{inLang(lang, type.name, type.name_en)}</span>}
          <Subject thread={thread} shown={shown} />
        </p>
        <p className="meta dots">
          <Withheld state={thread.state} checked={thread.checked} />
          <span>
            <a className="name hover" href={userPath(root, user.id)}>
              {user.nickname}
            </a>{' '}
            <span className="level">{t('common.level', { n: user.level })}</span> {badge && <span className="tag">{t(`badge.${badge}`)}</span>}
          </span>
          <span>
            <a className="hover" href={forumPath(root, forum.id)}>
              {inLang(lang, forum.name, forum.name_en)}
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
        <span className="vh">{t('list.lastReply')} </span>
        <a className="name hover" href={userPath(root, thread.last_user_id)}>
          {thread.last_username}
        </a>
        <Time at={thread.last_date} />
      </p>
    </>
  );
}
