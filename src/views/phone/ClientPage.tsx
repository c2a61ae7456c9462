import '#styles/phone/client-page.css';
import type { PageProps } from '#contracts/page-model.ts';
import {
  clientPageKey,
  clientPagePath,
  homePath,
  isMemberPage,
  type MemberPage,
  mePath,
  type ClientPage as ShownClientPage,
} from '#contracts/paths.ts';
import { translator } from '#i18n/translator.ts';
import type { PhoneView, Tab } from '../layouts/page-view.ts';
import { ClientPagePurpose } from '../parts/ClientPagePurpose.tsx';
import { ClientPageSlot } from '../parts/ClientPageSlot.tsx';
import { UnreadCount } from '../parts/UnreadCount.tsx';

interface Props extends PageProps {
  clientPage: ShownClientPage;
}

/** Two pages of one tab. */
const MAIL: readonly MemberPage[] = ['me/messages', 'me/letters'];

export function ClientPage({ frame, clientPage }: Props): PhoneView {
  const { lang, root } = frame;
  const t = translator(lang);
  const title = t(`clientPage.${clientPageKey(clientPage)}`);
  const isMail = isMemberPage(clientPage) && MAIL.includes(clientPage);
  const tab: Tab | undefined =
    clientPage === 'new'
      ? 'new'
      : isMail
        ? 'messages'
        : isMemberPage(clientPage)
          ? 'me'
          : undefined;
  const up = isMemberPage(clientPage)
    ? { text: t('phone.tab.me'), href: mePath(root) }
    : { text: t('nav.community'), href: homePath(root) };
  return {
    title,
    noindex: true,
    tab,
    up,
    content: (
      <>
        <h1 className={clientPage === 'search' || isMail ? 'title vh' : 'title'}>{title}</h1>
        {isMail && (
          <nav className="tabs" aria-label={t('phone.tab.messages')}>
            {MAIL.map((one) => (
              <a
                key={one}
                href={clientPagePath(root, one)}
                aria-current={one === clientPage ? 'page' : undefined}
              >
                {t(`clientPage.${clientPageKey(one)}`)} <UnreadCount of={one} />
              </a>
            ))}
          </nav>
        )}
        <ClientPagePurpose clientPage={clientPage} />
        <ClientPageSlot clientPage={clientPage} className="client-page" />
      </>
    ),
  };
}
