import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { parseId, roomPath } from '#contracts/paths.ts';
import type { UserBriefWire } from '#contracts/wire/user.ts';
import { $account } from '#stores/account.ts';
import { readConversations } from '#stores/letters.ts';
import { $counts } from '#stores/unread.ts';
import styles from '../../styles/mail.css?url';
import { useLoaded } from '../ui/loaded.ts';
import { State } from '../ui/State.tsx';
import { useTexts } from '../ui/text.ts';
import { Conversation } from './Conversation.tsx';
import { Conversations } from './Conversations.tsx';

const chosen = (): number | undefined =>
  parseId(new URLSearchParams(location.search).get('with') ?? undefined);

/**
 * Private letters as conversations (R30): with whom on one side, the letters of one on the other.
 */
export default function Letters() {
  const { t, root } = useTexts();
  const me = useStore($account)?.id ?? 0;
  const [other, setOther] = useState(chosen);
  const [pages, setPages] = useState(1);
  const counts = useStore($counts);
  const list = useLoaded(`conversations/${pages}`, async () => {
    const read = await Promise.all(
      Array.from({ length: pages }, (_, page) => readConversations(page)),
    );
    return { data: read.flatMap(({ data }) => data), total: read[0]?.total_count ?? 0 };
  });
  useEffect(() => {
    const follow = () => setOther(chosen());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  // Something has come, or was read in another window.
  const { again } = list;
  useEffect(() => {
    if (counts) again(true);
  }, [counts, again]);
  const open = (person: Pick<UserBriefWire, 'id'>) => {
    if (person.id === other) return;
    history.pushState(null, '', roomPath(root, 'me/letters', { with: person.id }));
    setOther(person.id);
  };
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="room" />
      <div className={other ? 'letters open' : 'letters'}>
        <Conversations
          list={list}
          current={other}
          onOpen={open}
          onMore={() => setPages(pages + 1)}
        />
        <section className="talk" aria-label={t('letters.talk')}>
          {other === me ? (
            <State title={t('letters.self.title')} text={t('letters.self.text')} />
          ) : other ? (
            <Conversation key={other} me={me} otherId={other} onChanged={() => again(true)} />
          ) : (
            <State title={t('letters.choose.title')} text={t('letters.choose.text')} />
          )}
        </section>
      </div>
    </>
  );
}
