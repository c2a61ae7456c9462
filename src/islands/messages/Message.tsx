import { Fragment, useEffect, useRef } from 'react';
import type { Lang } from '#contracts/language.ts';
import { MESSAGE_CATEGORIES, toNotificationKind } from '#contracts/notifications.ts';
import { forumPath, type Root, replyPagePath, threadPath, userPath } from '#contracts/paths.ts';
import type { MessageWire } from '#contracts/wire/own-content.ts';
import { Avatar } from '../components/Avatar.tsx';
import { Icon } from '../components/Icon.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { Time } from '../components/Time.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { useRemoved } from '../removals/use-removed.ts';

const listFormats = { zh: new Intl.ListFormat('zh-CN'), en: new Intl.ListFormat('en-GB') };

/** The list format of names in a language. */
const listFormat = (lang: Lang): Intl.ListFormat => listFormats[lang];

interface Person {
  id: number;
  nickname: string;
}

/** The words of a list between two names: Chinese ones stand apart from names, as elsewhere. */
const spaced = (words: string, next: string | undefined): string =>
  words === '和' ? ` 和${next === undefined ? '' : ' '}` : words;

/** "A, B and 5 others", the people with links to their pages. */
function PeopleNames({ people, others }: { people: readonly Person[]; others: number }) {
  const { t, lang, root } = useTexts();
  const list = listFormat(lang);
  const said = [
    ...people.map(({ nickname }) => nickname),
    ...(others > 0 ? [t('messages.others', { count: others })] : []),
  ];
  let at = 0;
  return list.formatToParts(said).map(({ type, value }) => {
    const person = type === 'element' ? people[at++] : undefined;
    if (!person)
      return <Fragment key={`${type}-${at}`}>{spaced(value, people[at]?.nickname)}</Fragment>;
    return (
      <a key={person.id} className="name hover" href={userPath(root, person.id)}>
        {value}
      </a>
    );
  });
}

/** The address of a message's post: its floor, in the reader's language. */
export function messageHref(
  root: Root,
  { thread_id, send_post_id, storey = 0, count = 1, forum_id }: MessageWire,
): string {
  if (forum_id && count > 1) return forumPath(root, forum_id, { order: 'newest' });
  return send_post_id > 0 && storey > 0
    ? replyPagePath(root, thread_id, storey, send_post_id)
    : threadPath(root, thread_id);
}

interface Props {
  message: MessageWire;
  /** Whether the message is being deleted and can be restored for a moment. */
  isDeleting: boolean;
  onRead(): void;
  onDelete(): void;
  onUndo(): void;
}

export function Message({ message, isDeleting, onRead, onDelete, onUndo }: Props) {
  const { t, lang, root } = useTexts();
  const undo = useRef<HTMLButtonElement>(null);
  const isRemoved = useRemoved({
    thread: message.thread_id,
    post: message.send_post_id,
    user: message.send_user_id,
  });
  useEffect(() => {
    if (isDeleting) undo.current?.focus();
  }, [isDeleting]);
  if (isDeleting)
    return (
      <li className="note leaving">
        <p role="status">{t('messages.deleted')}</p>
        <button className="link" type="button" ref={undo} onClick={onUndo}>
          {t('messages.undo')}
        </button>
      </li>
    );
  const kind = toNotificationKind(message.kind);
  const written = message.language?.replace('_', '-') || undefined;
  const sender = {
    id: message.send_user_id,
    nickname: message.send_user_nickname,
    avatar: message.send_user_avatar,
  };
  const people = kind === 'like' ? (message.likers ?? []) : sender.id > 0 ? [sender] : [];
  const avatarPerson = kind === 'like' ? (message.likers?.[0] ?? sender) : sender;
  const { count = 1 } = message;
  const others = kind === 'like' ? Math.max(0, (message.like_cnt ?? 0) - people.length) : 0;
  const isUnread = message.is_new === 0;
  const seen = message.subject !== '' && !isRemoved;
  // Likes of a thread itself have a text of their own. What was liked is the receiver's own.
  const textKind = kind === 'like' && message.storey === 0 ? 'likeThread' : kind;
  const excerpt = kind === 'like' ? message.send_message_fmt : message.message_fmt;
  return (
    <li className={isUnread ? 'note fresh' : 'note'}>
      {avatarPerson.id > 0 ? (
        <Avatar person={avatarPerson} size={40} />
      ) : (
        <span className="seal">
          <Icon name="horn" />
        </span>
      )}
      <div>
        <p>
          {isUnread && <span className="vh">{t('messages.new')} </span>}
          {count === 1 && <PeopleNames people={people} others={others} />}
          {lang === 'zh' && others > 0 ? '' : ' '}
          {count > 1
            ? t(kind === 'newThread' ? 'messages.grouped.threads' : 'messages.grouped.replies', {
                count,
                forum: message.forum_name,
              })
            : message.category === MESSAGE_CATEGORIES.system
              ? message.type
              : t(`messages.kind.${textKind}`)}{' '}
          <span className="meta">
            <Time at={message.created_at} />
          </span>
        </p>
        {seen ? (
          <p>
            <a
              className="subject"
              lang={written}
              href={messageHref(root, message)}
              onClick={onRead}
              onAuxClick={onRead}
            >
              {message.forum_id && count > 1 ? message.forum_name : message.subject}
            </a>{' '}
            {(message.storey ?? 0) > 0 && (
              <span className="meta num">{t('thread.floor', { n: message.storey ?? 0 })}</span>
            )}
          </p>
        ) : (
          message.thread_id > 0 && <p className="meta">{t('messages.withheld')}</p>
        )}
        {excerpt && !isRemoved && (
          <p className="words" lang={written}>
            {excerpt}
          </p>
        )}
        {message.note && <p className="words">{message.note}</p>}
      </div>
      <span className="does">
        {isUnread && <IconButton icon="check" label={t('messages.markRead')} onClick={onRead} />}
        <IconButton icon="trash" label={t('messages.throwAway')} onClick={onDelete} />
      </span>
    </li>
  );
}
