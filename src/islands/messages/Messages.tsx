import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { roomPath } from '#contracts/paths.ts';
import type { MessageWire } from '#contracts/wire/member.ts';
import {
  MESSAGE_CATEGORIES,
  MESSAGES_PER_PAGE,
  type MessageCategory,
  markAllRead,
  markRead,
  readMessages,
} from '#stores/messages.ts';
import { report } from '#stores/tips.ts';
import { $counts, unreadIn } from '#stores/unread.ts';
import styles from '../../styles/mail.css?url';
import { Bones } from '../ui/Bones.tsx';
import { Button } from '../ui/Button.tsx';
import { useLoaded } from '../ui/loaded.ts';
import { PageLinks } from '../ui/Pager.tsx';
import { State } from '../ui/State.tsx';
import { Trouble } from '../ui/Trouble.tsx';
import { useTexts } from '../ui/text.ts';
import { Message } from './Message.tsx';
import { useThrownAway } from './throwing.ts';

const asked = () => {
  const query = new URLSearchParams(location.search);
  const category = MESSAGE_CATEGORIES.find((one) => one === Number(query.get('category'))) ?? 0;
  return {
    category,
    page: Math.min(9_999, Math.max(1, Math.floor(Number(query.get('page'))) || 1)),
  };
};

function Categories({ current }: { current: MessageCategory }) {
  const { t, root } = useTexts();
  const counts = useStore($counts);
  return (
    <nav className="kinds" aria-label={t('messages.kinds')}>
      {MESSAGE_CATEGORIES.map((category) => {
        const count = unreadIn(counts, category);
        return (
          <a
            key={category}
            href={roomPath(root, 'me/messages', category ? { category } : {})}
            aria-current={category === current ? 'page' : undefined}
          >
            {t(`messages.category.${category}`)}
            {count > 0 && (
              <>
                {' '}
                <b className="num" aria-hidden="true">
                  {count > 99 ? '99+' : count}
                </b>
                <span className="vh">{t('messages.unread', { count })}</span>
              </>
            )}
          </a>
        );
      })}
    </nav>
  );
}

/** What the reader should know (R30): who did what where, each leading to the very floor. */
export default function Messages() {
  const { t, root } = useTexts();
  const [{ category, page }] = useState(asked);
  const { value, failure, again, change } = useLoaded(`${category}/${page}`, () =>
    readMessages(category, page),
  );
  const thrown = useThrownAway((gone) =>
    change((reply) => ({ ...reply, data: reply.data.filter((one) => !gone.includes(one.id)) })),
  );
  const read = (which: (one: MessageWire) => boolean) =>
    change((reply) => ({
      ...reply,
      data: reply.data.map((one) => (which(one) ? { ...one, is_new: 1 } : one)),
    }));
  const readOne = (message: MessageWire) => {
    if (message.is_new === 1) return;
    read((one) => one.id === message.id);
    markRead(message).catch(report);
  };
  const readAll = () => {
    markAllRead(category).then(() => read(() => true), report);
  };
  const pages = Math.max(1, Math.ceil((value?.total_count ?? 0) / MESSAGES_PER_PAGE));
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="room" />
      <div className="kinds-row">
        <Categories current={category} />
        {value?.data.some((one) => one.is_new === 0) && (
          <Button onClick={readAll}>{t('messages.readAll')}</Button>
        )}
      </div>
      {failure && <Trouble failure={failure} onAgain={again} />}
      {!value && !failure && <Bones />}
      {value && value.data.length === 0 && (
        <State
          title={t(
            page > 1 && value.total_count > 0 ? 'messages.emptyPage.title' : 'messages.empty.title',
          )}
          text={t(
            page > 1 && value.total_count > 0 ? 'messages.emptyPage.text' : 'messages.empty.text',
          )}
        >
          {page > 1 && (
            <a className="btn" href={roomPath(root, 'me/messages', category ? { category } : {})}>
              {t('messages.newest')}
            </a>
          )}
        </State>
      )}
      {value && value.data.length > 0 && (
        <ul className="notes">
          {value.data.map((message) => (
            <Message
              key={message.id}
              message={message}
              leaving={thrown.leaving.has(message.id)}
              onRead={() => readOne(message)}
              onThrowAway={() => thrown.throwAway(message)}
              onKeep={() => thrown.keep(message)}
            />
          ))}
        </ul>
      )}
      <PageLinks
        page={page}
        pages={pages}
        href={(one) =>
          roomPath(root, 'me/messages', {
            ...(category ? { category } : {}),
            ...(one > 1 ? { page: one } : {}),
          })
        }
      />
    </>
  );
}
