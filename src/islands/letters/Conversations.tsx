import { clientPagePath } from '#contracts/paths.ts';
import type { ConversationWire } from '#contracts/wire/own-content.ts';
import type { UserBriefWire } from '#contracts/wire/user.ts';
import { Avatar } from '../components/Avatar.tsx';
import { Button } from '../components/Button.tsx';
import { foreignLang } from '../components/foreign-lang.ts';
import { LoadError } from '../components/LoadError.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { Time } from '../components/Time.tsx';
import type { Query } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { NoLetters } from './NoLetters.tsx';
import { RecipientPicker } from './RecipientPicker.tsx';

interface Props {
  list: Query<{ data: ConversationWire[]; total: number }>;
  current: number | undefined;
  onOpen(person: Pick<UserBriefWire, 'id'>): void;
  onMore(): void;
}

/** The reader's conversations, latest first, and a field to begin another one. */
export function Conversations({
  list: { value, failure, reload },
  current,
  onOpen,
  onMore,
}: Props) {
  const { t, lang, root } = useTexts();
  return (
    <nav className="talks" aria-label={t('letters.talks')}>
      <RecipientPicker onChoose={onOpen} />
      {failure && <LoadError failure={failure} onRetry={reload} />}
      {!value && !failure && <Skeleton rows={4} />}
      {value?.data.length === 0 && (
        <div className="no-letters">
          <NoLetters />
        </div>
      )}
      <ul>
        {value?.data.map(({ user, unread, excerpt, last_user_id, created_at, blocked }) => (
          <li key={user.id}>
            <a
              href={clientPagePath(root, 'me/letters', { with: user.id })}
              aria-current={user.id === current ? 'page' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                onOpen(user);
              }}
            >
              <Avatar person={user} size={40} />
              <span className="name">{user.nickname}</span>
              <span className="meta">
                <Time at={created_at} />
              </span>
              <span className="excerpt meta" lang={foreignLang(lang, excerpt)}>
                {blocked === 1
                  ? t('letters.blocked')
                  : last_user_id === user.id
                    ? excerpt || t('letters.picture')
                    : t('letters.mine', { text: excerpt || t('letters.picture') })}
              </span>
              {unread > 0 && user.id !== current && (
                <b className="num">
                  <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
                  <span className="vh">{t('messages.unread', { count: unread })}</span>
                </b>
              )}
            </a>
          </li>
        ))}
      </ul>
      {value && value.data.length < value.total && (
        <Button onClick={onMore}>{t('letters.more')}</Button>
      )}
    </nav>
  );
}
