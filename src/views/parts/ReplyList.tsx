import type { Reply as ShownReply, ThreadPage } from '#contracts/page-model.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { replyVersion } from './content-version.ts';
import { createPartCache } from './part-cache.ts';
import { Reply } from './Reply.tsx';

/** Some thousand replies. */
const drawReplies = createPartCache(3_000_000);

interface Props {
  page: ThreadPage;
  /** Whether the next pages are appended on scrolling. */
  grows?: boolean;
}

function ReplyListHead({ thread, replies }: ThreadPage) {
  const { t } = useTexts();
  return (
    <>
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
    </>
  );
}

export function ReplyList({ page: model, grows }: Props) {
  const texts = useTexts();
  const { thread, author, page, featured, replies } = model;
  const { id: threadId, repliesCnt } = thread;
  const { closed } = thread.marks;
  const toPart = (reply: ShownReply, isFeatured: boolean) => {
    const version = replyVersion(reply, closed);
    const commentLikes = reply.comments.map(({ likesCnt }) => likesCnt);
    return {
      key: [threadId, page, reply.id, version, reply.likesCnt, commentLikes, isFeatured].join(),
      element: <Reply {...{ reply, threadId, page, closed, version }} featured={isFeatured} />,
    };
  };
  const parts = [
    {
      key: ['head', repliesCnt, closed, replies.length === 0].join(),
      element: <ReplyListHead {...model} />,
    },
    ...featured.map((reply) => toPart(reply, true)),
    ...replies.map((reply) => toPart(reply, false)),
  ];
  return (
    <section
      className="replies"
      id="replies"
      data-author={author.id}
      data-page={page}
      data-total={repliesCnt}
      data-more={grows ? 'replies' : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: what React wrote
      dangerouslySetInnerHTML={{ __html: drawReplies(parts, texts).join('') }}
    />
  );
}
