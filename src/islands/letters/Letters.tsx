import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $account } from '#client/account/account.ts';
import { loadConversations } from '#client/messages/letters.ts';
import { $unreadCounts } from '#client/messages/unread-counts.ts';
import { clientPagePath, parseId } from '#contracts/paths.ts';
import type { UserBriefWire } from '#contracts/wire/user.ts';
import styles from '#styles/messages.css?url';
import { EmptyState } from '../components/EmptyState.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Conversation } from './Conversation.tsx';
import { Conversations } from './Conversations.tsx';

const readOtherId = (): number | undefined =>
  parseId(new URLSearchParams(location.search).get('with') ?? undefined);

/** Private messages (R30): the conversations, and the messages of one. */
export default function Letters() {
  const { t, root } = useTexts();
  const me = useStore($account)?.id ?? 0;
  const [otherId, setOtherId] = useState(readOtherId);
  /** The chosen recipient, whose field gets the focus. */
  const [recipientId, setRecipientId] = useState<number>();
  const [pages, setPages] = useState(1);
  const counts = useStore($unreadCounts);
  const list = useQuery(`conversations/${pages}`, async () => {
    const read = await Promise.all(
      Array.from({ length: pages }, (_, page) => loadConversations(page)),
    );
    return { data: read.flatMap(({ data }) => data), total: read[0]?.total_count ?? 0 };
  });
  useEffect(() => {
    const follow = () => setOtherId(readOtherId());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  // A message has arrived, or was read in another window.
  const { reload } = list;
  useEffect(() => {
    if (counts) reload(true);
  }, [counts, reload]);
  const open = (person: Pick<UserBriefWire, 'id'>) => {
    if (person.id === otherId) return;
    history.pushState(null, '', clientPagePath(root, 'me/letters', { with: person.id }));
    setOtherId(person.id);
  };
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="client-page" />
      <div className={otherId ? 'letters open' : 'letters'}>
        <Conversations
          list={list}
          current={otherId}
          onOpen={open}
          onChoose={(person) => {
            open(person);
            setRecipientId(person.id);
          }}
          onMore={() => setPages(pages + 1)}
        />
        <section className="talk" aria-label={t('letters.talk')}>
          {otherId === me ? (
            <EmptyState art="messages" of="letters.self" />
          ) : otherId ? (
            <Conversation
              key={otherId}
              me={me}
              otherId={otherId}
              shouldFocus={otherId === recipientId}
              onChanged={() => reload(true)}
            />
          ) : list.value?.data.length === 0 ? (
            <EmptyState art="messages" of="letters.none" />
          ) : (
            list.value && <EmptyState art="messages" of="letters.choose" />
          )}
        </section>
      </div>
    </>
  );
}
