import { htmlLang } from '#contracts/language.ts';
import { forumPath, homePath, replyPlace } from '#contracts/paths.ts';
import type { UserPostWire } from '#contracts/wire/member.ts';
import { inLang } from '#i18n/named.ts';
import { writtenIn } from '#i18n/words.ts';
import { ownReplies } from '#stores/own.ts';
import { useAddress, within } from '../ui/address.ts';
import { State } from '../ui/State.tsx';
import { Time } from '../ui/Time.tsx';
import { useTexts } from '../ui/text.ts';
import { type OwnAddress, ownPath, parseOwn } from './address.ts';
import { glimpseOf } from './glimpse.ts';
import { OwnList, Periods } from './OwnList.tsx';
import { Withheld } from './Withheld.tsx';

function Reply({ reply }: { reply: UserPostWire }) {
  const { t, lang } = useTexts();
  const written = reply.thread.Language === 'en_US' ? 'en' : 'zh';
  const text = glimpseOf(reply.message);
  const saidIn = writtenIn(text);
  return (
    <li>
      <a className="subject" href={replyPlace(lang, reply.thread_id, reply.storey, reply.id)} lang={written === lang ? undefined : htmlLang(written)}>
        {reply.thread.subject}
      </a>
      {text && <p lang={saidIn === lang ? undefined : htmlLang(saidIn)}>{text}</p>}
      <p className="meta dots num">
        <Withheld state={reply.state} checked={reply.checked} />
        <span>{t('thread.floor', { n: reply.storey })}</span>
        <span>
          <a className="hover" href={forumPath(lang, reply.forum.id)}>
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
  const { t, lang } = useTexts();
  const { query, go } = useAddress();
  const address = parseOwn(query);
  const { period, page } = address;
  const path = (change: Partial<OwnAddress>) => ownPath(lang, 'me/replies', { ...address, ...change });
  const empty =
    period === 'all' ? (
      <State title={t('user.emptyReplies.title')} text={t('own.emptyReplies')}>
        <a className="btn" href={homePath(lang)}>
          {t('list.empty.action')}
        </a>
      </State>
    ) : (
      <State title={t('own.emptyPeriod.title')} text={t('own.emptyPeriod.text')}>
        <a className="btn" href={path({ period: 'all', page: 1 })} onClick={within(go)}>
          {t('own.emptyPeriod.action')}
        </a>
      </State>
    );
  return (
    <>
      <Periods period={period} onChange={(chosen) => go(path({ period: chosen, page: 1 }))} />
      <OwnList address={path({})} load={() => ownReplies(period, page)} page={page} href={(number) => path({ page: number })} go={go} empty={empty}>
        {(replies) => (
          <ul className="replied">
            {replies.map((reply) => (
              <Reply key={reply.id} reply={reply} />
            ))}
          </ul>
        )}
      </OwnList>
    </>
  );
}
