import { useStore } from '@nanostores/react';
import { formatNumber } from '#i18n/format.ts';
import { $account } from '#stores/account.ts';
import { $commenting, type Addressee } from '#stores/comments.ts';
import { deleteReply } from '#stores/own-posts.ts';
import { $reporting } from '#stores/reporting.ts';
import { tell } from '#stores/tips.ts';
import { Moderate } from '../moderation/Tools.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LaterMenu } from '../ui/LaterMenu.tsx';
import { mayAct, useMark } from '../ui/mark.ts';
import { useTexts } from '../ui/text.ts';
import { usePlace } from './place.ts';

interface Props {
  postId: number;
  /** Of the reply's element: a featured one is on its page twice. */
  replyKey: string;
  authorId: number;
  onQuote(): void;
  onEdit(): void;
}

const loadMenu = () => import('./OwnMenu.tsx').then((module) => module.OwnMenu);

/** Opens the field for a comment below a reply. */
export function useCommenting(replyKey: string, postId: number): (answers?: Addressee) => void {
  const { closed } = usePlace();
  return (answers) => {
    if (closed) tell({ key: 'error.closed', bad: true });
    else if (mayAct()) $commenting.set({ key: replyKey, postId, answers });
  };
}

/** The buttons below a reply. */
export function ReplyActs({ postId, replyKey, authorId, onQuote, onEdit }: Props) {
  const { t, lang } = useTexts();
  const like = useMark('like-post', postId);
  const reader = useStore($account)?.id;
  const comment = useCommenting(replyKey, postId);
  const deletion = {
    title: t('own.deleteReply'),
    text: t('own.deleteReplyText'),
    work: () => deleteReply(postId),
  };
  return (
    <>
      <button
        type="button"
        data-act="like"
        aria-pressed={like.on}
        aria-label={`${t('thread.like')} ${formatNumber(lang, like.count)}`}
        onClick={like.press}
      >
        <Icon name="like" />
        {formatNumber(lang, like.count)}
      </button>
      <button type="button" data-act="comment" onClick={() => comment()}>
        <Icon name="comment" />
        {t('thread.comment')}
      </button>
      <button type="button" data-act="quote" onClick={onQuote}>
        <Icon name="quote" />
        {t('thread.quote')}
      </button>
      {reader !== undefined && reader !== authorId && (
        <button
          type="button"
          data-act="report"
          onClick={() => $reporting.set({ postId, first: false })}
        >
          <Icon name="report" />
          {t('report.action')}
        </button>
      )}
      <Moderate kind="reply" id={postId} authorId={authorId} onEdit={onEdit} />
      {reader === authorId && (
        <LaterMenu
          label={t('own.menu')}
          load={loadMenu}
          menu={{ label: t('own.menu'), edit: onEdit, deletion }}
        />
      )}
    </>
  );
}
