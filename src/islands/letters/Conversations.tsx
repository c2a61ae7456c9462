import { type KeyboardEvent, useEffect, useState } from 'react';
import { $account } from '#client/account/account.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { findUsersByPrefix } from '#client/search/find-users.ts';
import { clientPagePath } from '#contracts/paths.ts';
import type { ConversationWire } from '#contracts/wire/own-content.ts';
import type { UserBriefWire } from '#contracts/wire/user.ts';
import { Avatar } from '../components/Avatar.tsx';
import { Button } from '../components/Button.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { foreignLang } from '../components/foreign-lang.ts';
import { Loaded } from '../components/Loaded.tsx';
import { Time } from '../components/Time.tsx';
import { type Query, TYPING_PAUSE_MS, useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { isComposing } from '../page/is-composing.ts';

/** A combobox that suggests recipients by the start of their names. */
function RecipientPicker({ onChoose }: { onChoose(person: UserBriefWire): void }) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const keyword = text.trim();
  // Without this, Enter could choose a suggestion for an earlier text.
  const { value: matches, failure } = useQuery(
    keyword || undefined,
    () => findUsersByPrefix(keyword),
    { debounceMs: TYPING_PAUSE_MS },
  );
  useEffect(() => {
    if (failure) showErrorToast(failure);
  }, [failure]);
  const people = (matches ?? []).filter(({ id }) => id !== $account.get()?.id);
  const hasNoMatch = matches !== undefined && people.length === 0;
  const choose = (person: UserBriefWire) => {
    setText('');
    onChoose(person);
  };
  const handleKey = (event: KeyboardEvent) => {
    const person = people[active];
    if (isComposing(event)) return;
    if (event.key === 'Escape') setText('');
    else if (event.key === 'Enter' && person) choose(person);
    else if (event.key === 'ArrowDown' && people.length > 0)
      setActive((active + 1) % people.length);
    else if (event.key === 'ArrowUp' && people.length > 0)
      setActive((active + people.length - 1) % people.length);
    else return;
    event.preventDefault();
  };
  return (
    <div className="field whom">
      <label htmlFor="letter-to">{t('letters.to')}</label>
      <input
        id="letter-to"
        type="text"
        role="combobox"
        autoComplete="off"
        aria-expanded={people.length > 0}
        aria-controls="letter-people"
        aria-autocomplete="list"
        aria-activedescendant={people[active] ? `letter-person-${people[active].id}` : undefined}
        placeholder={t('letters.toHint')}
        maxLength={64}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={handleKey}
      />
      <div
        id="letter-people"
        role="listbox"
        aria-label={t('letters.to')}
        className="menu"
        hidden={people.length === 0}
      >
        {people.map((person, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field chooses by Enter
          <div
            key={person.id}
            id={`letter-person-${person.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerEnter={() => setActive(index)}
            onClick={() => choose(person)}
          >
            <Avatar person={person} size={24} />
            <span className="name" translate="no">
              {person.nickname}
            </span>{' '}
            <span className="meta">@{person.username}</span>
          </div>
        ))}
      </div>
      <p className="hint" role="status">
        {hasNoMatch && t('letters.nobody')}
      </p>
    </div>
  );
}

interface Props {
  list: Query<{ data: ConversationWire[]; total: number }>;
  current: number | undefined;
  onOpen(person: Pick<UserBriefWire, 'id'>): void;
  onChoose(person: UserBriefWire): void;
  onMore(): void;
}

/** The reader's conversations, latest first, and a field that starts one. */
export function Conversations({ list, current, onOpen, onChoose, onMore }: Props) {
  const { value } = list;
  const { t, lang, root } = useTexts();
  return (
    <nav className="talks" aria-label={t('letters.talks')}>
      <RecipientPicker onChoose={onChoose} />
      <Loaded query={list} rows={4}>
        {({ data }) =>
          data.length === 0 && (
            <div className="no-letters">
              <EmptyState art="messages" of="letters.none" />
            </div>
          )
        }
      </Loaded>
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
              <span className="name" translate="no">
                {user.nickname}
              </span>
              <span className="meta">
                <Time at={created_at} />
              </span>
              <span className="excerpt meta" lang={foreignLang(lang, excerpt)}>
                {blocked === 1
                  ? t('letters.blocked')
                  : last_user_id === user.id
                    ? excerpt
                    : t('letters.mine', { text: excerpt })}
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
