import '#styles/thread-list.css';
import '#styles/poll.css';
import '#styles/prose.css';
import '#styles/client-page.css';
import '#styles/search.css';
import '#styles/empty-states.css';
import type { PageProps } from '#contracts/page-model.ts';
import {
  CLIENT_PAGES,
  clientPageKey,
  clientPagePath,
  isMemberPage,
  type MemberPage,
  type ClientPage as ShownClientPage,
} from '#contracts/paths.ts';
import { translator } from '#i18n/translator.ts';
import type { DesktopView } from '../layouts/page-view.ts';
import { ClientPagePurpose } from '../parts/ClientPagePurpose.tsx';
import { ClientPageSlot } from '../parts/ClientPageSlot.tsx';
import { UnreadCount } from '../parts/UnreadCount.tsx';

interface Props extends PageProps {
  clientPage: ShownClientPage;
}

/** What the number at the bell counts. */
const COUNTED: readonly MemberPage[] = ['me/messages', 'me/letters'];

export function ClientPage({ frame, clientPage }: Props): DesktopView {
  const { lang } = frame;
  const t = translator(lang);
  const title = t(`clientPage.${clientPageKey(clientPage)}`);
  // Moderators have a link to theirs in the account's menu: it is a tab of itself alone, and the
  // first, as English names fill the line.
  const own = CLIENT_PAGES.filter(isMemberPage).filter((page) => page !== 'me/moderation');
  const tabs = clientPage === 'me/moderation' ? ([clientPage, ...own] as const) : own;
  return {
    title,
    noindex: true,
    content: (
      <div className="wrap client-page">
        <h1 className={clientPage === 'search' ? 'vh' : undefined}>{title}</h1>
        {isMemberPage(clientPage) && (
          <nav className="tabs-row" aria-label={t('clientPage.mine')}>
            <div className="tabs">
              {tabs.map((tab) => (
                <a
                  key={tab}
                  href={clientPagePath(lang, tab)}
                  aria-current={tab === clientPage ? 'page' : undefined}
                >
                  {t(`clientPage.${clientPageKey(tab)}`)}
                  {COUNTED.includes(tab) && <UnreadCount of={tab} />}
                </a>
              ))}
            </div>
          </nav>
        )}
        <ClientPagePurpose clientPage={clientPage} />
        <ClientPageSlot clientPage={clientPage} />
      </div>
    ),
  };
}
