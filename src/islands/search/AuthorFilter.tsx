import { type KeyboardEvent, useId, useState } from 'react';
import { findAuthorsByPrefix } from '#client/search/find-users.ts';
import { loadUserById } from '#client/search/search.ts';
import type { UserBriefWire } from '#contracts/wire/user.ts';
import { Avatar } from '../components/Avatar.tsx';
import { Icon } from '../components/Icon.tsx';
import { TYPING_PAUSE_MS, useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** Suggestions are a help: a failure to load them isn't told. */
const suggestAuthors = (prefix: string) => findAuthorsByPrefix(prefix, { quiet: true });

/** A combobox for a member's name. Arrow keys choose, Enter takes, Escape closes. */
function AuthorInput({ onChoose }: { onChoose(person: UserBriefWire): void }) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const prefix = text.trim();
  const { value: people } = useQuery(prefix || undefined, () => suggestAuthors(prefix), {
    debounceMs: TYPING_PAUSE_MS,
  });
  const open = prefix !== '' && people !== undefined;
  const current = people?.[Math.min(at, people.length - 1)];
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text !== '') setText('');
    else if (event.key === 'Enter' && current && open) onChoose(current);
    else if (event.key === 'ArrowDown' && people) setAt((at + 1) % Math.max(1, people.length));
    else if (event.key === 'ArrowUp' && people)
      setAt((at + people.length - 1) % Math.max(1, people.length));
    else return;
    event.preventDefault();
  };
  return (
    <div className="by">
      <input
        type="text"
        role="combobox"
        aria-label={t('search.author.label')}
        aria-expanded={open}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={open && current ? `${id}${current.id}` : undefined}
        placeholder={t('search.author.placeholder')}
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setAt(0);
        }}
        onBlur={() => setText('')}
        onKeyDown={handleKey}
      />
      <div
        role="listbox"
        id={`${id}list`}
        className="menu"
        aria-label={t('search.author.label')}
        hidden={!open || people.length === 0}
      >
        {people?.map((person) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            key={person.id}
            id={`${id}${person.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={person === current}
            data-highlighted={person === current || undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(person)}
          >
            <Avatar person={person} size={24} />
            <span className="name">{person.nickname}</span>
          </div>
        ))}
      </div>
      <p role="status" className={open && people.length === 0 ? 'menu meta' : 'vh'}>
        {open && people.length === 0 ? t('search.author.none') : ''}
      </p>
    </div>
  );
}

interface Props {
  author: number | undefined;
  onChange(author: number | undefined): void;
}

/** Filters hits by their author, who is chosen by name or named by the address. */
export function AuthorFilter({ author, onChange }: Props) {
  const { t } = useTexts();
  const [chosenPerson, setChosenPerson] = useState<{ id: number; nickname: string }>();
  const chosenName = chosenPerson?.id === author ? chosenPerson?.nickname : undefined;
  const isUnknown = author !== undefined && chosenName === undefined;
  const { value, failure } = useQuery(isUnknown ? String(author) : undefined, () =>
    loadUserById(author ?? 0),
  );
  const name = chosenName ?? value?.nickname ?? (failure ? `#${author}` : '…');
  if (author !== undefined)
    return (
      <span className="by chosen">
        <Icon name="user" />
        <span className="name">{name}</span>
        <button
          type="button"
          className="hover"
          aria-label={t('search.author.remove')}
          onClick={() => onChange(undefined)}
        >
          <Icon name="close" />
        </button>
      </span>
    );
  const choose = (person: UserBriefWire) => {
    setChosenPerson(person);
    onChange(person.id);
  };
  return <AuthorInput onChoose={choose} />;
}
