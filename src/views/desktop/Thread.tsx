import { UserLink } from '#islands/components/UserLink.tsx';
import '#styles/thread.css';
import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import type { PageProps, ThreadPage } from '#contracts/page-model.ts';
import { forumPath, forumsPath, threadPath } from '#contracts/paths.ts';
import { localizedName } from '#i18n/localized.ts';
import { translator } from '#i18n/translator.ts';
import { Badge } from '#islands/components/Badge.tsx';
import { Time } from '#islands/components/Time.tsx';
import type { DesktopView } from '../layouts/page-view.ts';
import { FirstPost } from '../parts/FirstPost.tsx';
import { discussionJsonLd } from '../parts/json-ld.ts';
import { OpeningFloor } from '../parts/OpeningFloor.tsx';
import { ReplyList } from '../parts/ReplyList.tsx';
import { ThreadMeta } from '../parts/ThreadMeta.tsx';
import { ThreadTitle } from '../parts/ThreadTitle.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { ComposerPlaceholder } from './ComposerPlaceholder.tsx';
import { Pager } from './Pager.tsx';
import { ThreadAside } from './ThreadAside.tsx';

interface Props extends PageProps {
  page: ThreadPage;
}

export function Thread({ frame, page: model, site }: Props): DesktopView {
  const { lang } = frame;
  const { thread, author, page, pages, hasMore } = model;
  const t = translator(lang);
  const { forum, section, theme } = thread;
  const steps = [
    { name: localizedName(lang, section), href: forumsPath(lang) },
    { name: localizedName(lang, forum), href: forumPath(lang, forum.id) },
    { name: localizedName(lang, theme), href: forumPath(lang, forum.id, { theme: theme.id }) },
  ];
  const title = page > 1 ? `${thread.subject} · ${t('common.page', { n: page })}` : thread.subject;
  return {
    title,
    description: thread.excerpt,
    image: thread.firstImage,
    kind: 'article',
    jsonLd: discussionJsonLd(model, lang, site),
    current: 'forums',
    viewOf: thread.id,
    content: (
      <div className="wrap cols thread">
        <article>
          <header>
            <Breadcrumbs steps={steps} />
            <ThreadTitle thread={thread} />
            <ThreadMeta thread={thread} page={page} />
          </header>
          {page === 1 && (
            <FirstPost page={model} size={48}>
              <h2>
                <UserLink user={author} />
              </h2>
              <span className="level">{t('common.level', { n: author.level })}</span>{' '}
              <Badge badge={author.badge} />
              <span className="when meta">
                <OpeningFloor thread={thread} />
              </span>
              <p className="meta">
                {t('time.posted')} <Time at={thread.createdAt} full />
              </p>
            </FirstPost>
          )}
          <ReplyList page={model} />
          {pages > 1 && (
            <div className="ends">
              <Pager
                page={page}
                pages={pages}
                hasMore={hasMore}
                href={(number) => threadPath(lang, thread.id, number)}
                go="floor"
                perPage={REPLIES_PER_PAGE}
              />
            </div>
          )}
          <ComposerPlaceholder
            threadId={thread.id}
            forumId={forum.id}
            closed={thread.marks.closed}
            reopensAt={thread.reopensAt}
          />
        </article>
        <ThreadAside page={model} />
      </div>
    ),
  };
}
