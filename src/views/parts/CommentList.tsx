import type { Reply } from '#contracts/page-model.ts';
import { type Root, userPath } from '#contracts/paths.ts';
import type { TextsValue } from '#islands/hooks/use-texts.ts';
import { Avatar } from './Avatar.tsx';
import { Prose } from './Prose.tsx';
import { Time } from './Time.tsx';

interface Props extends Pick<TextsValue, 'lang' | 't'> {
  reply: Reply;
  /** Where links lead; the desktop's pages unless told. */
  root?: Root;
}

export function CommentList({ reply, lang, root = lang, t }: Props) {
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
            <Prose html={html ?? t('thread.withheld.tooLarge')} lang={lang} className="said" />{' '}
            <span className="meta">
              <Time at={createdAt} lang={lang} />
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
