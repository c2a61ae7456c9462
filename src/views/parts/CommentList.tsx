import type { Reply } from '#contracts/page-model.ts';
import { userPath } from '#contracts/paths.ts';
import { Avatar } from '#islands/components/Avatar.tsx';
import { Time } from '#islands/components/Time.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';
import { Prose } from './Prose.tsx';

interface Props {
  reply: Reply;
}

export function CommentList({ reply }: Props) {
  const { t, root } = useTexts();
  const more = reply.commentsCnt - reply.comments.length;
  return (
    <ul className="comments" aria-label={t('thread.comments', { name: reply.author.nickname })}>
      {reply.comments.map(({ id, author, html, createdAt }) => (
        <li key={id} data-id={id} data-author={author.id}>
          <Avatar person={author} size={24} />
          <div>
            <a className="name hover" href={userPath(root, author.id)}>
              {author.nickname}
            </a>{' '}
            <Prose html={html ?? t('thread.withheld.tooLarge')} className="said" />{' '}
            <span className="meta">
              <Time at={createdAt} />
            </span>
          </div>
        </li>
      ))}
      {more > 0 && (
        <li>
          <button className="more" type="button" data-act="comments">
            {t('thread.moreComments', { count: more })}
          </button>
        </li>
      )}
    </ul>
  );
}
