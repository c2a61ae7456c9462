import { type Ref, useEffect, useId, useImperativeHandle, useState } from 'react';
import { createPortal } from 'react-dom';
import { Avatar } from '../../components/Avatar.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { isComposing } from '../../page/is-composing.ts';
import type { MentionSuggestion as Suggested } from './mention-node.ts';
import { useFloatingPosition } from './use-floating-position.ts';

/** The search for a mention: the users found, and the command that inserts one. */
export type MentionQuery = Pick<Suggested, 'query' | 'items' | 'command' | 'clientRect'>;

/** Scrolls the active option into view within its list, without scrolling the page. */
function showOption(option: HTMLElement | null): void {
  const list = option?.parentElement;
  if (!option || !list) return;
  const { top, bottom } = option.getBoundingClientRect();
  const shown = list.getBoundingClientRect();
  list.scrollTop += Math.max(0, bottom - shown.bottom) - Math.max(0, shown.top - top);
}

export interface MentionListHandle {
  onKey(event: KeyboardEvent): boolean;
}

interface Props {
  ref: Ref<MentionListHandle>;
  /** The text field, which retains the focus. */
  field: HTMLElement;
  asking: MentionQuery;
  container: HTMLElement;
  onClose(): void;
}

/** The suggestions for an @, at the cursor. The text has the focus and names the active option. */
export function MentionList({ ref, field, asking, container, onClose }: Props) {
  const { t } = useTexts();
  const id = useId();
  const [chosen, setChosen] = useState({ query: asking.query, index: 0 });
  const people = asking.items;
  const index = chosen.query === asking.query ? Math.min(chosen.index, people.length - 1) : 0;
  const move = (by: number) =>
    setChosen({ query: asking.query, index: (index + by + people.length) % people.length });
  const option = (at: number) => `${id}-${people[at]?.id}`;

  useImperativeHandle(ref, () => ({
    onKey: (event) => {
      const person = people[index];
      if (!person || isComposing(event)) return false;
      if (event.key === 'Escape') onClose();
      else if (event.key === 'ArrowDown') move(1);
      else if (event.key === 'ArrowUp') move(-1);
      else if (event.key === 'Enter' || event.key === 'Tab') {
        if (event.ctrlKey || event.metaKey) return false;
        asking.command(person);
      } else return false;
      return true;
    },
  }));

  const active = people.length > 0 ? option(index) : undefined;
  useEffect(() => {
    for (const [name, value] of Object.entries({
      'aria-controls': id,
      'aria-activedescendant': active,
      'aria-autocomplete': 'list',
    })) {
      if (value && active) field.setAttribute(name, value);
      else field.removeAttribute(name);
    }
    return () => {
      for (const name of ['aria-controls', 'aria-activedescendant', 'aria-autocomplete'])
        field.removeAttribute(name);
    };
  }, [field, id, active]);

  const floatingRef = useFloatingPosition(field, () => asking.clientRect?.(), 'below');
  const waiting = asking.query === '';
  return (
    <>
      <p className="vh" role="status">
        {waiting ? t('composer.mentionHint') : t('composer.people', { count: people.length })}
      </p>
      {people.length > 0 &&
        createPortal(
          <div
            className="menu people"
            ref={floatingRef}
            role="listbox"
            id={id}
            aria-label={t('composer.mention')}
          >
            {people.map((person, at) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text has the keyboard
              <div
                key={person.id}
                id={option(at)}
                ref={at === index ? showOption : undefined}
                role="option"
                tabIndex={-1}
                aria-selected={at === index}
                onMouseDown={(event) => event.preventDefault()}
                onMouseEnter={() => setChosen({ query: asking.query, index: at })}
                onClick={() => asking.command(person)}
              >
                <Avatar person={person} size={24} /> {person.nickname}{' '}
                <span className="meta">{person.username}</span>
              </div>
            ))}
          </div>,
          container,
        )}
    </>
  );
}
