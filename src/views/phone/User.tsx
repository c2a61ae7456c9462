import '#styles/phone/user.css';
import { htmlLang } from '#contracts/language.ts';
import type { PageProps, UserPage } from '#contracts/page-model.ts';
import { homePath, lettersPath, USER_TABS, userPath } from '#contracts/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { translator } from '#i18n/translator.ts';
import { Avatar } from '#islands/components/Avatar.tsx';
import { Icon } from '#islands/components/Icon.tsx';
import { UserReplyItem } from '#islands/components/UserReplyItem.tsx';
import type { PhoneView } from '../layouts/page-view.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { profileJsonLd } from '../parts/json-ld.ts';
import { Stats } from '../parts/Stats.tsx';
import { UserTags } from '../parts/UserTags.tsx';
import { userPageTexts } from '../parts/user-page-texts.ts';
import { WatchButton } from '../parts/WatchButton.tsx';
import { PrevNext } from './PrevNext.tsx';
import { Tabs } from './Tabs.tsx';
import { ThreadList } from './ThreadList.tsx';

export function User({ frame, page, site }: PageProps & { page: UserPage }): PhoneView {
  const { lang, root } = frame;
  const { user, tab, threads, replies } = page;
  const t = translator(lang);
  const { title, line, since, numbers, counts, list, empty } = userPageTexts(page, lang, t);
  const href = (number: number) => userPath(root, user.id, tab, number);
  return {
    title,
    description: user.description,
    image: user.avatar,
    kind: 'profile',
    jsonLd: profileJsonLd(page, lang, site),
    up: { text: t('nav.community'), href: homePath(root) },
    content: (
      <>
        <div className="user-head">
          <Avatar person={user} size={56} />
          <div>
            <h1 className="name" translate="no">
              {user.nickname}
            </h1>
            <p className="meta">
              {line} · {since}
            </p>
          </div>
          {user.banned && <p className="banned">{t('user.banned')}</p>}
          {user.description && (
            <p lang={htmlLang(guessLang(user.description))}>{user.description}</p>
          )}
          <UserTags tags={user.tags} />
          <Stats items={numbers} />
          <div className="ways members" data-slot="user" data-id={user.id}>
            <a className="btn" href={lettersPath(root, user.id)} rel="nofollow">
              <Icon name="mail" />
              {t('user.letter')}
            </a>
            <WatchButton />
          </div>
        </div>
        <Tabs
          label={t('user.tabs.label')}
          tabs={USER_TABS.map((one) => ({
            text: `${t(`user.tabs.${one}`)} ${formatNumber(lang, counts[one])}`,
            href: userPath(root, user.id, one),
            current: one === tab,
          }))}
        />
        <h2 className="vh">{t(`user.tabs.${tab}`)}</h2>
        {threads && threads.items.length > 0 && (
          <ThreadList threads={threads} forum own posted href={href} />
        )}
        {replies && replies.items.length > 0 && (
          <>
            <ul className="replied" data-more="rows">
              {replies.items.map((reply) => (
                <UserReplyItem key={reply.postId} reply={reply} />
              ))}
            </ul>
            <PrevNext page={replies.page} pages={replies.pages} href={href} />
          </>
        )}
        {!list?.items.length && <EmptyState {...empty} />}
      </>
    ),
  };
}
