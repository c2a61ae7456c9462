import type { ReactNode } from 'react';
import type { CommentItem } from '#contracts/page-model.ts';
import { formatNumber } from '#i18n/format.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Avatar } from './Avatar.tsx';
import { Icon } from './Icon.tsx';
import { TextWithTime } from './TextWithTime.tsx';
import { Time } from './Time.tsx';
import { UserLink } from './UserLink.tsx';

interface CommentProps {
  comment: Omit<CommentItem, 'html'>;
  text: ReactNode;
  /** Shown after the time. */
  children?: ReactNode;
}

export function EditedMark({ at }: { at: Date }) {
  return (
    <>
      {' · '}
      <TextWithTime text="thread.edited">
        <Time at={at} />
      </TextWithTime>
    </>
  );
}

/** The number of likes, for readers who can't like a comment; hidden if 0. */
export function CommentLikes({ count }: { count: number }) {
  const { t, lang } = useTexts();
  if (count === 0) return null;
  return (
    <span className="likes" translate="no">
      <Icon name="like" />
      <span className="vh">{t('thread.like')} </span>
      {formatNumber(lang, count)}
    </span>
  );
}

/** A comment under a reply; also on published pages. */
export function Comment({
  comment: { id, author, createdAt, editedAt, likesCnt },
  text,
  children,
}: CommentProps) {
  return (
    <li data-id={id} data-author={author.id} data-likes={likesCnt || undefined}>
      <Avatar person={author} size={24} />
      <div>
        <UserLink user={author} /> {text}{' '}
        <span className="meta">
          <Time at={createdAt} />
          {editedAt && <EditedMark at={editedAt} />}
          {children}
        </span>
      </div>
    </li>
  );
}

interface CommentListProps {
  name: string;
  /** The button that loads the omitted comments. */
  moreButton: ReactNode;
  children: ReactNode;
}

/** The comments under a reply; also on published pages. */
export function CommentList({ name, moreButton, children }: CommentListProps) {
  const { t } = useTexts();
  return (
    <ul className="comments" aria-label={t('thread.comments', { name })}>
      {children}
      {moreButton && <li>{moreButton}</li>}
    </ul>
  );
}
