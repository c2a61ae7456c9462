import type { ThreadPage } from '#contracts/page-model.ts';
import { threadPath } from '#contracts/paths.ts';
import { formatPageCount, type ThreadPageCount } from '#contracts/thread-page-count.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { ClosedNote } from '../parts/ClosedNote.tsx';
import { ThreadReactions } from '../parts/ThreadReactions.tsx';

interface Props extends ThreadPageCount {
  thread: ThreadPage['thread'];
  page: number;
}

/** The field reaches further pages. */
const LISTED = 60;

export function ReplyBar({ thread, page, pages, hasMore }: Props) {
  const { t, root } = useTexts();
  const pageCount = formatPageCount({ pages, hasMore });
  const others = Array.from({ length: pages }, (_, index) => index + 1);
  return (
    <div className="replybar">
      <section
        id="compose"
        aria-label={t('composer.label')}
        data-slot={thread.marks.closed ? undefined : 'composer'}
        data-thread={thread.id}
        data-forum={thread.forum.id}
      >
        {thread.marks.closed ? (
          <ClosedNote reopensAt={thread.reopensAt} />
        ) : (
          <>
            <button className="start" type="button" data-act="compose">
              {t('phone.write')}
            </button>
            <noscript>
              <p className="meta">{t('composer.noScript')}</p>
            </noscript>
          </>
        )}
      </section>
      <div
        className="reactions num"
        data-slot="reactions"
        data-likes={thread.likesCnt}
        data-favourites={thread.favouritesCnt}
      >
        <ThreadReactions thread={thread} isCompact />
      </div>
      {pages > 1 && (
        <details className="pick">
          <summary className="num">
            <span className="vh">{t('phone.jump', { page, pages: pageCount })}</span>
            <span aria-hidden="true">
              {page}/{pageCount}
            </span>
          </summary>
          <ol className="pages num">
            {others.slice(0, LISTED).map((one) => (
              <li key={one}>
                <a
                  href={threadPath(root, thread.id, one)}
                  aria-current={one === page ? 'page' : undefined}
                >
                  {one}
                </a>
              </li>
            ))}
            {pages > LISTED && (
              <li>
                <a
                  href={threadPath(root, thread.id, pages)}
                  aria-current={pages === page ? 'page' : undefined}
                >
                  {pages}
                </a>
              </li>
            )}
          </ol>
        </details>
      )}
    </div>
  );
}
