import '#styles/thread-list.css';
import '#styles/poll.css';
import '#styles/prose.css';
import '#styles/client-page.css';
import '#styles/search.css';
import '#styles/empty-states.css';
import type { Lang } from '#contracts/language.ts';
import type { PageProps } from '#contracts/page-model.ts';
import {
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

/** Pages that the bell's number counts. */
const COUNTED: readonly MemberPage[] = ['me/messages', 'me/letters'];

const GROUPS: readonly (readonly MemberPage[])[] = [
  ['me/threads', 'me/replies', 'me/drafts'],
  ['me/news', 'me/watching', 'me/favourites', 'me/bookmarks'],
  ['me/messages', 'me/letters', 'me/settings', 'me/welcome'],
];

interface OwnPagesProps {
  lang: Lang;
  current: MemberPage;
}

/** Links between a member's pages (client-page.css: a list at the side, or a row). */
function OwnPages({ lang, current }: OwnPagesProps) {
  const t = translator(lang);
  // Moderators reach their page by the account menu: only that page lists it.
  const groups = current === 'me/moderation' ? [[current], ...GROUPS] : GROUPS;
  return (
    <nav className="own-pages" aria-label={t('clientPage.mine')}>
      {groups.map((group) => (
        <div key={group[0]}>
          {group.map((one) => (
            <a
              key={one}
              href={clientPagePath(lang, one)}
              aria-current={one === current ? 'page' : undefined}
            >
              {t(`clientPage.${clientPageKey(one)}`)}
              {COUNTED.includes(one) && <UnreadCount of={one} />}
            </a>
          ))}
        </div>
      ))}
    </nav>
  );
}

/** The moderators' page needs the full width. */
const pageClass = (clientPage: ShownClientPage): string =>
  isMemberPage(clientPage) && clientPage !== 'me/moderation'
    ? 'wrap client-page own'
    : 'wrap client-page';

export function ClientPage({ frame, clientPage }: Props): DesktopView {
  const { lang } = frame;
  const t = translator(lang);
  const title = t(`clientPage.${clientPageKey(clientPage)}`);
  return {
    title,
    noindex: true,
    content: (
      <div className={pageClass(clientPage)}>
        <h1 className={clientPage === 'search' ? 'vh' : undefined}>{title}</h1>
        {isMemberPage(clientPage) && <OwnPages lang={lang} current={clientPage} />}
        <ClientPagePurpose clientPage={clientPage} />
        <ClientPageSlot clientPage={clientPage} />
      </div>
    ),
  };
}
