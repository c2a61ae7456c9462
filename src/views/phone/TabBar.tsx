import { clientPagePath, forumsPath, homePath, mePath } from '#contracts/paths.ts';
import { Icon } from '#islands/components/Icon.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import type { AnyIconName } from '#styles/forum-icons.ts';
import type { Tab } from '../layouts/page-view.ts';

export function TabBar({ tab }: { tab?: Tab | undefined }) {
  const { t, root } = useTexts();
  const tabs: { tab: Tab; icon: AnyIconName; href: string }[] = [
    { tab: 'home', icon: 'home', href: homePath(root) },
    { tab: 'forums', icon: 'grid', href: forumsPath(root) },
    { tab: 'new', icon: 'plus', href: clientPagePath(root, 'new') },
    { tab: 'messages', icon: 'bell', href: clientPagePath(root, 'me/messages') },
    { tab: 'me', icon: 'user', href: mePath(root) },
  ];
  return (
    <nav className="tabbar" aria-label={t('nav.main')}>
      {tabs.map((one) => (
        <a
          key={one.tab}
          className={one.tab}
          href={one.href}
          rel={one.tab === 'new' ? 'nofollow' : undefined}
          aria-current={one.tab === tab ? 'page' : undefined}
        >
          <Icon name={one.icon} />
          <span>{t(`phone.tab.${one.tab}`)}</span>
          {one.tab === 'messages' && <span data-slot="unread"></span>}
        </a>
      ))}
    </nav>
  );
}
