import { loadMyReplies } from '#client/account/my-content.ts';
import { forumPath, homePath, replyPagePath } from '#contracts/paths.ts';
import type { UserPostWire } from '#contracts/wire/own-content.ts';
import { pickLang } from '#i18n/localized.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { foreignLang, foreignThreadLang } from '../components/foreign-lang.ts';
import { htmlExcerpt } from '../components/html-excerpt.ts';
import { Time } from '../components/Time.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { MyWritten } from './MyList.tsx';
import { WithheldBadge } from './WithheldBadge.tsx';

/** Characters of a reply in the list. */
const EXCERPT_CHARACTERS = 200;

function ReplyRow({ reply }: { reply: UserPostWire }) {
  const { t, lang, root } = useTexts();
  const text = htmlExcerpt(reply.message, EXCERPT_CHARACTERS);
  return (
    <li>
      <a
        className="subject"
        href={replyPagePath(root, reply.thread_id, reply.storey, reply.id)}
        lang={foreignThreadLang(lang, reply.thread.Language)}
      >
        {reply.thread.subject}
      </a>
      {text && <p lang={foreignLang(lang, text)}>{text}</p>}
      <p className="meta dots num">
        <WithheldBadge state={reply.state} checked={reply.checked} />
        <span>{t('thread.floor', { n: reply.storey })}</span>
        <span>
          <a className="hover" href={forumPath(root, reply.forum.id)}>
            {pickLang(lang, reply.forum.name, reply.forum.name_en)}
          </a>
        </span>
        {reply.like_cnt > 0 && <span>{t('own.likes', { count: reply.like_cnt })}</span>}
        <span>
          <Time at={reply.created_at} />
        </span>
      </p>
    </li>
  );
}

/** The reader's replies, with withheld ones. */
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
