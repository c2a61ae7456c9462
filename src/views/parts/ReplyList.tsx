import type { ThreadPage } from '#contracts/page-model.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { Reply } from './Reply.tsx';

interface Props {
  page: ThreadPage;
  /** Whether the next pages are appended while it is read. */
  grows?: boolean;
}

export function ReplyList({ page: model, grows }: Props) {
  const { t } = useTexts();
  const { thread, author, page, featured, replies } = model;
  const shared = { threadId: thread.id, page, closed: thread.marks.closed };
  return (
    <section
      className="replies"
      id="replies"
      data-author={author.id}
      data-page={page}
      data-total={thread.repliesCnt}
      data-more={grows ? 'replies' : undefined}
    >
      <header>
        <h2 className="num">
          {thread.repliesCnt > 0
            ? t('thread.replies', { count: thread.repliesCnt })
            : t('thread.empty.title')}
        </h2>
        {thread.repliesCnt > 1 && (
          <div className="meta" data-slot="tools">
            <button type="button" data-act="author" aria-pressed="false">
              {t('thread.onlyAuthor')}
            </button>
            <button type="button" data-act="newest" aria-pressed="false">
              {t('thread.newestFirst')}
            </button>
            <button type="button" data-act="helpful" aria-pressed="false">
              {t('thread.mostHelpful')}
            </button>
          </div>
        )}
      </header>
      {replies.length === 0 && !thread.marks.closed && (
        <p className="placeholder-text">{t('thread.empty.text')}</p>
      )}
      {featured.map((reply) => (
        <Reply key={reply.id} reply={reply} {...shared} featured />
      ))}
      {replies.map((reply) => (
        <Reply key={reply.id} reply={reply} {...shared} />
      ))}
    </section>
  );
}
