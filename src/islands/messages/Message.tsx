import { Fragment, useEffect, useRef } from 'react';
import type { ReceivedMessage } from '#client/messages/message-from-wire.ts';
import type { Lang } from '#contracts/language.ts';
import { MESSAGE_CATEGORIES } from '#contracts/message-categories.ts';
import {
  forumPath,
  moderationQueuePath,
  replyPagePath,
  threadPath,
  userPath,
} from '#contracts/paths.ts';
import { Avatar } from '../components/Avatar.tsx';
import { Icon } from '../components/Icon.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { Time } from '../components/Time.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { useRemoved } from '../removals/use-removed.ts';

const listFormats = { zh: new Intl.ListFormat('zh-CN'), en: new Intl.ListFormat('en-GB') };

const listFormat = (lang: Lang): Intl.ListFormat => listFormats[lang];

interface Person {
  id: number;
  nickname: string;
}

/** Adds spaces around the Chinese conjunction in a list of names. */
const spaced = (words: string, next: string | undefined): string =>
  words === '和' ? ` 和${next === undefined ? '' : ' '}` : words;

/** "A, B and 5 others", with links to the people's pages. */
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
      <a key={person.id} className="name hover" translate="no" href={userPath(root, person.id)}>
        {value}
      </a>
    );
  });
}

interface Props {
  message: ReceivedMessage;
  /** The deletion is pending and can be undone. */
  isDeleting: boolean;
  onRead(): void;
  onDelete(): void;
  onUndo(): void;
}

export function Message({ message, isDeleting, onRead, onDelete, onUndo }: Props) {
  const { t, lang, root } = useTexts();
  const undo = useRef<HTMLButtonElement>(null);
  const { kind, people, pictured, othersCnt, count, floor, forumId, language, excerpt } = message;
  const isRemoved = useRemoved({
    thread: message.threadId,
    post: message.postId,
    user: message.senderId,
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
  const seen = message.subject !== '' && !isRemoved;
  const group = count > 1 ? forumId : undefined;
  const href = message.queue
    ? moderationQueuePath(
        root,
        message.queue === 'reportQueue' ? 'reports' : 'review',
        forumId ?? 0,
      )
    : group
      ? forumPath(root, group, { order: 'newest' })
      : floor > 0
        ? replyPagePath(root, message.threadId, floor, message.postId)
        : threadPath(root, message.threadId);
  // Likes of threads and comments have their own texts.
  const textKind =
    kind !== 'like'
      ? kind
      : message.isOfComment
        ? 'likeComment'
        : floor === 0
          ? 'likeThread'
          : kind;
  return (
    <li className={message.isUnread ? 'note fresh' : 'note'}>
      {pictured.id > 0 ? (
        <Avatar person={pictured} size={40} />
      ) : (
        <span className="seal">
          <Icon name="horn" />
        </span>
      )}
      <div>
        <p>
          {message.isUnread && <span className="vh">{t('messages.new')} </span>}
          {count === 1 && <PeopleNames people={people} others={othersCnt} />}
          {lang === 'zh' && othersCnt > 0 ? '' : ' '}
          {count > 1
            ? t(kind === 'newThread' ? 'messages.grouped.threads' : 'messages.grouped.replies', {
                count,
                forum: message.forumName,
              })
            : message.category === MESSAGE_CATEGORIES.system
              ? message.title
              : t(`messages.kind.${textKind}`)}{' '}
          <span className="meta">
            <Time at={message.createdAt} />
          </span>
        </p>
        {seen ? (
          <p>
            <a className="subject" lang={language} href={href} onClick={onRead} onAuxClick={onRead}>
              {group ? message.forumName : message.subject}
            </a>{' '}
            {floor > 0 && <span className="meta num">{t('thread.floor', { n: floor })}</span>}
          </p>
        ) : (
          message.threadId > 0 && <p className="meta">{t('messages.withheld')}</p>
        )}
        {excerpt && !isRemoved && (
          <p className="words" lang={language}>
            {excerpt}
          </p>
        )}
        {message.note && <p className="words">{message.note}</p>}
      </div>
      <span className="does">
        {message.isUnread && (
          <IconButton icon="check" label={t('messages.markRead')} onClick={onRead} />
        )}
        <IconButton icon="trash" label={t('messages.delete')} onClick={onDelete} />
      </span>
    </li>
  );
}
