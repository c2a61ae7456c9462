import { loadMyReplies } from '#client/account/my-content.ts';
import { toOwnReply } from '#client/thread/from-wire.ts';
import { forumPath, homePath } from '#contracts/paths.ts';
import type { UserPostWire } from '#contracts/wire/own-content.ts';
import { localizedName } from '#i18n/localized.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { UserReplyItem } from '../components/UserReplyItem.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { MyWritten } from './MyList.tsx';
import { WithheldBadge } from './WithheldBadge.tsx';

/** Characters of a reply in the list. */
const EXCERPT_CHARACTERS = 200;

function ReplyRow({ reply: wire }: { reply: UserPostWire }) {
  const { t, lang, root } = useTexts();
  const reply = toOwnReply(wire, EXCERPT_CHARACTERS);
  return (
    <UserReplyItem reply={reply} withheld={<WithheldBadge reason={reply.ownWithheldReason} />}>
      <span>
        <a className="hover" href={forumPath(root, reply.forum.id)}>
          {localizedName(lang, reply.forum)}
        </a>
      </span>
      {reply.likesCnt > 0 && <span>{t('own.likes', { count: reply.likesCnt })}</span>}
    </UserReplyItem>
  );
}

/** The reader's replies, including withheld ones. */
export default function MyReplies() {
  const { t, root } = useTexts();
  const none = (
    <EmptyState title={t('user.emptyReplies.title')} text={t('own.emptyReplies')}>
      <a className="btn" href={homePath(root)}>
        {t('list.empty.action')}
      </a>
    </EmptyState>
  );
  return (
    <MyWritten memberPage="me/replies" load={loadMyReplies} none={none}>
      {(replies) => (
        <ul className="replied">
          {replies.map((reply) => (
            <ReplyRow key={reply.id} reply={reply} />
          ))}
        </ul>
      )}
    </MyWritten>
  );
}
