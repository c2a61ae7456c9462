import '#styles/phone/thread.css';
import type { PageProps, ThreadPage } from '#contracts/page-model.ts';
import { forumPath, threadPath, userPath } from '#contracts/paths.ts';
import { localizedName } from '#i18n/localized.ts';
import { translator } from '#i18n/translator.ts';
import { Badge } from '#islands/components/Badge.tsx';
import { Time } from '#islands/components/Time.tsx';
import type { PhoneView } from '../layouts/page-view.ts';
import { FirstPost } from '../parts/FirstPost.tsx';
import { discussionJsonLd } from '../parts/json-ld.ts';
import { OpeningFloor } from '../parts/OpeningFloor.tsx';
import { ReplyList } from '../parts/ReplyList.tsx';
import { ThreadMeta } from '../parts/ThreadMeta.tsx';
import { ThreadTitle } from '../parts/ThreadTitle.tsx';
import { PrevNext } from './PrevNext.tsx';
import { ReplyBar } from './ReplyBar.tsx';

export function Thread({ frame, page: model, site }: PageProps & { page: ThreadPage }): PhoneView {
  const { lang, root } = frame;
  const { thread, author, page, pages, hasMore } = model;
  const t = translator(lang);
  const title = page > 1 ? `${thread.subject} · ${t('common.page', { n: page })}` : thread.subject;
  return {
    title,
    description: thread.excerpt,
    image: thread.firstImage,
    kind: 'article',
    jsonLd: discussionJsonLd(model, lang, site),
    viewOf: thread.id,
    up: { text: localizedName(lang, thread.forum), href: forumPath(root, thread.forum.id) },
    content: (
      <>
        <article className="thread">
          <header>
            <ThreadTitle thread={thread} />
            <ThreadMeta thread={thread} page={page} />
          </header>
          {page === 1 && (
            <FirstPost page={model} size={36}>
              <h2>
                <a className="name" translate="no" href={userPath(root, author.id)}>
                  {author.nickname}
                </a>
              </h2>{' '}
              <span className="level">{t('common.level', { n: author.level })}</span>{' '}
              <Badge badge={author.badge} />
              <p className="when meta">
                <Time at={thread.createdAt} full />
                <OpeningFloor thread={thread} />
              </p>
            </FirstPost>
          )}
          <ReplyList page={model} grows />
          <PrevNext
            page={page}
            pages={pages}
            hasMore={hasMore}
            href={(number) => threadPath(root, thread.id, number)}
          />
        </article>
        <ReplyBar thread={thread} page={page} pages={pages} hasMore={hasMore} />
      </>
    ),
  };
}
