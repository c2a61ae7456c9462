import { Fragment, useEffect, useRef } from 'react';
import { type Root, replyPlace, threadPath, userPath } from '#contracts/paths.ts';
import type { MessageWire } from '#contracts/wire/member.ts';
import { useGone } from '../gone/useGone.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Time } from '../ui/Time.tsx';
import { useTexts } from '../ui/text.ts';
import { listOf } from './listing.ts';

const KINDS = ['reply', 'quote', 'comment', 'mention', 'like', 'moderation', 'system'] as const;

/** Category of what moderators and the system say, with a title of their own. */
const SYSTEM = 3;

interface Person {
  id: number;
  nickname: string;
}

/** "A, B and 5 others", the people with links to their pages. */
function Names({ people, others }: { people: readonly Person[]; others: number }) {
  const { t, lang, root } = useTexts();
  const list = listOf(lang);
  const said = [
    ...people.map(({ nickname }) => nickname),
    ...(others > 0 ? [t('messages.others', { count: others })] : []),
  ];
  let at = 0;
  return list.formatToParts(said).map(({ type, value }) => {
    const person = type === 'element' ? people[at++] : undefined;
    if (!person) return <Fragment key={`${type}-${at}`}>{value}</Fragment>;
    return (
      <a key={person.id} className="name hover" href={userPath(root, person.id)}>
        {value}
      </a>
    );
  });
}

/** Where a message leads: to the very floor, in the thread's page of the reader's language. */
export function placeOf(root: Root, { thread_id, send_post_id, storey = 0 }: MessageWire): string {
  return send_post_id > 0 && storey > 0
    ? replyPlace(root, thread_id, storey, send_post_id)
    : threadPath(root, thread_id);
}

interface Props {
  message: MessageWire;
  /** It was thrown away, and can be taken back for a moment. */
  leaving: boolean;
  onRead(): void;
  onThrowAway(): void;
  onKeep(): void;
}

export function Message({ message, leaving, onRead, onThrowAway, onKeep }: Props) {
  const { t, root } = useTexts();
  const undo = useRef<HTMLButtonElement>(null);
  const gone = useGone({
    thread: message.thread_id,
    post: message.send_post_id,
    user: message.send_user_id,
  });
  useEffect(() => {
    if (leaving) undo.current?.focus();
  }, [leaving]);
  if (leaving)
    return (
      <li className="note leaving">
        <p role="status">{t('messages.gone')}</p>
        <button className="link" type="button" ref={undo} onClick={onKeep}>
          {t('messages.undo')}
        </button>
      </li>
    );
  const kind = KINDS.find((one) => one === message.kind) ?? 'system';
  const written = message.language?.replace('_', '-') || undefined;
  const sender = {
    id: message.send_user_id,
    nickname: message.send_user_nickname,
    avatar: message.send_user_avatar,
  };
  const people = kind === 'like' ? (message.likers ?? []) : sender.id > 0 ? [sender] : [];
  const face = kind === 'like' ? (message.likers?.[0] ?? sender) : sender;
  const fresh = message.is_new === 0;
  const seen = message.subject !== '' && !gone;
  // "Wrote in your thread" when what is meant is the thread itself.
  const what = kind === 'like' && message.send_post_id === 0 ? 'likeThread' : kind;
  return (
    <li className={fresh ? 'note fresh' : 'note'}>
      {face.id > 0 ? (
        <Avatar person={face} size={40} />
      ) : (
        <span className="seal">
          <Icon name="horn" />
        </span>
      )}
      <div>
        <p>
          {fresh && <span className="vh">{t('messages.new')} </span>}
          <Names
            people={people}
            others={kind === 'like' ? Math.max(0, (message.like_cnt ?? 0) - people.length) : 0}
          />{' '}
          {message.category === SYSTEM ? message.type : t(`messages.kind.${what}`)}{' '}
          <span className="meta">
            <Time at={message.created_at} />
          </span>
        </p>
        {seen ? (
          <p>
            <a
              className="subject"
              lang={written}
              href={placeOf(root, message)}
              onClick={onRead}
              onAuxClick={onRead}
            >
              {message.subject}
            </a>{' '}
            {(message.storey ?? 0) > 0 && (
              <span className="meta num">{t('thread.floor', { n: message.storey ?? 0 })}</span>
            )}
          </p>
        ) : (
          message.thread_id > 0 && <p className="meta">{t('messages.withheld')}</p>
        )}
        {message.message_fmt && !gone && (
          <p className="words" lang={written}>
            {message.message_fmt}
          </p>
        )}
        {message.note && <p className="words">{message.note}</p>}
      </div>
      <span className="does">
        {fresh && (
          <button
            type="button"
            aria-label={t('messages.markRead')}
            title={t('messages.markRead')}
            onClick={onRead}
          >
            <Icon name="check" />
          </button>
        )}
        <button
          type="button"
          aria-label={t('messages.throwAway')}
          title={t('messages.throwAway')}
          onClick={onThrowAway}
        >
          <Icon name="trash" />
        </button>
      </span>
    </li>
  );
}
