import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { closePushMessages } from '#client/account/push.ts';
import { MESSAGE_TABS, MESSAGES_PER_PAGE, type MessageTab } from '#client/messages/messages.ts';
import { $unreadCounts, unreadCount } from '#client/messages/unread-counts.ts';
import { clientPagePath } from '#contracts/paths.ts';
import styles from '#styles/messages.css?url';
import { Button } from '../components/Button.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { PageLinks } from '../components/Pager.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { Message } from './Message.tsx';
import { useMessageList } from './use-message-list.ts';

const readAddress = () => {
  const query = new URLSearchParams(location.search);
  const category = MESSAGE_TABS.find((tab) => tab === Number(query.get('category'))) ?? 0;
  return {
    category,
    page: Math.min(9_999, Math.max(1, Math.floor(Number(query.get('page'))) || 1)),
  };
};

function Categories({ current }: { current: MessageTab }) {
  const { t, root } = useTexts();
  const counts = useStore($unreadCounts);
  return (
    <nav className="kinds" aria-label={t('messages.kinds')}>
      {MESSAGE_TABS.map((category) => {
        const count = unreadCount(counts, category);
        return (
          <a
            key={category}
            href={clientPagePath(root, 'me/messages', category ? { category } : {})}
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

/** The reader's notifications (R30), each linked to its floor. */
export default function Messages() {
  const { t, root } = useTexts();
  const [{ category, page }] = useState(readAddress);
  useEffect(() => void closePushMessages(), []);
  const { query, hasUnread, readAll, propsOf } = useMessageList(category, page);
  const total = query.value?.total ?? 0;
  const isPast = page > 1 && total > 0;
  const path = (one: number) =>
    clientPagePath(root, 'me/messages', {
      ...(category ? { category } : {}),
      ...(one > 1 ? { page: one } : {}),
    });
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="client-page" />
      <div className="kinds-row">
        <Categories current={category} />
        {hasUnread && <Button onClick={readAll}>{t('messages.readAll')}</Button>}
      </div>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState art="messages" of={isPast ? 'messages.emptyPage' : 'messages.empty'}>
              {page > 1 && (
                <a className="btn" href={path(1)}>
                  {t('messages.newest')}
                </a>
              )}
            </EmptyState>
          ) : (
            <ul className="notes">
              {items.map((message) => (
                <Message key={message.id} {...propsOf(message)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <PageLinks
        page={page}
        pages={Math.max(1, Math.ceil(total / MESSAGES_PER_PAGE))}
        href={path}
      />
    </>
  );
}
