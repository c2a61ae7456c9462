import type { Reply } from '#contracts/page-model.ts';
import { Comment, CommentList } from '#islands/components/Comment.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { Prose } from './Prose.tsx';

interface Props {
  reply: Reply;
}

export function Comments({ reply }: Props) {
  const { t } = useTexts();
  const more = reply.commentsCnt - reply.comments.length;
  const moreButton = more > 0 && (
    <button className="more" type="button" data-act="comments">
      {t('thread.moreComments', { count: more })}
    </button>
  );
  return (
    <CommentList name={reply.author.nickname} moreButton={moreButton}>
      {reply.comments.map((comment) => (
        <Comment
          key={comment.id}
          comment={comment}
          text={<Prose html={comment.html ?? t('thread.withheld.tooLarge')} className="said" />}
        />
      ))}
    </CommentList>
  );
}
