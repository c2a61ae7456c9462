import { useState } from 'react';
import type { FoundWire } from '#contracts/wire/admin-me.ts';
import { call } from '#stores/api.ts';
import { report } from '#stores/tips.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { useTexts } from '../../ui/text.ts';
import { Field } from '../form/fields.tsx';

export type FoundPerson = FoundWire['users'][number];

interface Props {
  label: string;
  /** The verb beside each person, and with the name for who doesn't see it. */
  action: string;
  actionOn(name: string): string;
  /** What is wrong with the choice so far. */
  problem?: string | undefined;
  /** Who can't be picked, because they are already. */
  taken?: readonly number[];
  onPick(person: FoundPerson): unknown;
}

/**
 * Finds people by the beginning of a name or by their number, and picks one. No form of its own: it
 * may stand in one.
 */
export function FindPerson({ label, action, actionOn, problem, taken = [], onPick }: Props) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [found, setFound] = useState<FoundPerson[]>();
  const look = async () => {
    if (text.trim() === '') return;
    try {
      setFound((await call<FoundWire>('/v2/admin/find', { query: { q: text.trim() } })).users);
    } catch (error) {
      report(error);
    }
  };
  const pick = async (person: FoundPerson) => {
    await onPick(person);
    setText('');
    setFound(undefined);
  };
  return (
    <>
      <div className="inline">
        <Field label={label} hint={t('admin.forums.findPersonHint')} problem={problem}>
          {(given) => (
            <input
              {...given}
              value={text}
              maxLength={60}
              autoComplete="off"
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                void look();
              }}
            />
          )}
        </Field>
        <Button onClick={() => void look()}>{t('admin.forums.find')}</Button>
      </div>
      {found && (
        <ul className="persons" aria-label={t('admin.forums.found')}>
          {found.map((person) => (
            <li key={person.id} className="line">
              <Avatar person={person} size={28} />
              <span className="open name">{person.nickname}</span>
              <Button
                className="small"
                idle={taken.includes(person.id)}
                aria-label={actionOn(person.nickname)}
                onClick={() => void pick(person)}
              >
                {action}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {found?.length === 0 && (
        <p className="hint" role="status">
          {t('admin.find.nothing')}
        </p>
      )}
    </>
  );
}
