import type { PageProps } from '#contracts/page-model.ts';
import { clientPageKey, clientPagePath, type MemberPage, mePath } from '#contracts/paths.ts';
import { translator } from '#i18n/translator.ts';
import { Icon } from '#islands/components/Icon.tsx';
import type { AnyIconName } from '#styles/forum-icons.ts';
import type { PhoneView } from '../layouts/page-view.ts';
import { UnreadCount } from '../parts/UnreadCount.tsx';
import { Footer } from './Footer.tsx';

export function Me({ frame, brand, path, site }: PageProps): PhoneView {
  const { lang, root } = frame;
  const t = translator(lang);
  const login = `/api/v1/login?${new URLSearchParams({
    return_url: site + mePath(root),
    redirect_url: `${site}/api/v1/login/callback`,
  })}`;
  const pages: [MemberPage, AnyIconName][] = [
    ['me/news', 'refresh'],
    ['me/messages', 'bell'],
    ['me/letters', 'mail'],
    ['me/threads', 'layers'],
    ['me/replies', 'comment'],
    ['me/favourites', 'star'],
    ['me/bookmarks', 'bookmark'],
    ['me/watching', 'eye'],
    ['me/drafts', 'pencil'],
    ['me/settings', 'gear'],
    ['me/welcome', 'door'],
  ];
  return {
    title: t('phone.tab.me'),
    tab: 'me',
    noindex: true,
    content: (
      <>
        {/* An island adds the moderators' link here, without moving anything. */}
        <div className="title-row">
          <h1 className="title">{t('phone.tab.me')}</h1>
        </div>
        <div className="account" data-slot="account">
          <p className="meta">{t('phone.guest')}</p>
          <a className="btn fill" href={login} rel="nofollow">
            {t('account.login')}
          </a>
        </div>
        <ul className="lines">
          {pages.map(([memberPage, icon]) => (
            <li key={memberPage}>
              <a href={clientPagePath(root, memberPage)} rel="nofollow">
                <Icon name={icon} />
                {t(`clientPage.${clientPageKey(memberPage)}`)}
                {(memberPage === 'me/messages' || memberPage === 'me/letters') && (
                  <UnreadCount of={memberPage} />
                )}
              </a>
            </li>
          ))}
          <li>
            <button type="button" data-act="theme">
              <Icon name="moon" />
              {t('nav.theme')}
            </button>
          </li>
        </ul>
        <Footer path={path} brand={brand} />
      </>
    ),
  };
}
