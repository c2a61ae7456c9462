import { type KeyboardEvent, useEffect, useState } from 'react';
import { $account } from '#client/account/account.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { findUsersByPrefix } from '#client/search/find-users.ts';
import type { UserBriefWire } from '#contracts/wire/user.ts';
import { Avatar } from '../components/Avatar.tsx';
import { TYPING_PAUSE_MS, useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** A combobox for the recipient's name that suggests the members whose names begin so. */
export function RecipientPicker({ onChoose }: { onChoose(person: UserBriefWire): void }) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const keyword = text.trim();
  // Suggestions for an earlier text would let Enter choose somebody else.
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
    if (event.nativeEvent.isComposing) return;
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
            <span className="name">{person.nickname}</span>{' '}
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
