import type { ThreadPage } from '#contracts/page-model.ts';
import { forumPath, forumsPath } from '#contracts/paths.ts';
import { localizedName } from '#i18n/localized.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { ThreadMeta } from '../parts/ThreadMeta.tsx';
import { ThreadTitle } from '../parts/ThreadTitle.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';

interface Props {
  thread: ThreadPage['thread'];
  page: number;
}

export function ThreadHeader({ thread, page }: Props) {
  const { lang } = useTexts();
  const { forum, section, theme } = thread;
  const steps = [
    { name: localizedName(lang, section), href: forumsPath(lang) },
    { name: localizedName(lang, forum), href: forumPath(lang, forum.id) },
    { name: localizedName(lang, theme), href: forumPath(lang, forum.id, { theme: theme.id }) },
  ];
  return (
    <header>
      <Breadcrumbs steps={steps} />
      <ThreadTitle thread={thread} />
      <ThreadMeta thread={thread} page={page} />
    </header>
  );
}
