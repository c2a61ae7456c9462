import { htmlLang } from '#contracts/language.ts';
import { forumPath, homePath, replyPlace } from '#contracts/paths.ts';
import type { UserPostWire } from '#contracts/wire/member.ts';
import { inLang } from '#i18n/named.ts';
import { writtenIn } from '#i18n/words.ts';
import { ownReplies } from '#stores/own.ts';
import { State } from '../ui/State.tsx';
import { Time } from '../ui/Time.tsx';
import { useTexts } from '../ui/text.ts';
import { glimpseOf } from './glimpse.ts';
import { OwnWritten } from './OwnList.tsx';
import { Withheld } from './Withheld.tsx';

function Reply({ reply }: { reply: UserPostWire }) {
  const { t, lang, root } = useTexts();
  const written = reply.thread.Language === 'en_US' ? 'en' : 'zh';
  const text = glimpseOf(reply.message);
  const saidIn = writtenIn(text);
  return (
    <li>
      <a
        className="subject"
        href={replyPlace(root, reply.thread_id, reply.storey, reply.id)}
        lang={written === lang ? undefined : htmlLang(written)}
      >
        {reply.thread.subject}
      </a>
      {text && <p lang={saidIn === lang ? undefined : htmlLang(saidIn)}>{text}</p>}
      <p className="meta dots num">
        <Withheld state={reply.state} checked={reply.checked} />
        <span>{t('thread.floor', { n: reply.storey })}</span>
        <span>
          <a className="hover" href={forumPath(root, reply.forum.id)}>
            {inLang(lang, reply.forum.name, reply.forum.name_en)}
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

/** Replies that the reader wrote, with those that others don't see. */
export default function OwnReplies() {
  const { t, root } = useTexts();
  const none = (
    <State title={t('user.emptyReplies.title')} text={t('own.emptyReplies')}>
      <a className="btn" href={homePath(root)}>
        {t('list.empty.action')}
      </a>
    </State>
  );
  return (
    <OwnWritten room="me/replies" load={ownReplies} none={none}>
      {(replies) => (
        <ul className="replied">
          {replies.map((reply) => (
            <Reply key={reply.id} reply={reply} />
          ))}
        </ul>
      )}
    </OwnWritten>
  );
}
