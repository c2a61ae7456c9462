import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { MAX_QUICK_SEARCH_CHARACTERS } from '#contracts/limits.ts';
import type { QuickSearchReplyWire } from '#contracts/wire/admin-me.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/form-fields.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { isComposing } from '../../page/is-composing.ts';

export type FoundPerson = QuickSearchReplyWire['users'][number];

interface Props {
  label: string;
  /** The label of each user's button; `actionLabel` adds the name for screen readers. */
  action: string;
  actionLabel(name: string): string;
  problem?: string | undefined;
  /** Ids of users who can't be picked. */
  excludedIds?: readonly number[];
  onPick(person: FoundPerson): unknown;
}

/** Finds users by the start of a name or by id. It isn't a form, so it may be inside one. */
export function PersonPicker({
  label,
  action,
  actionLabel,
  problem,
  excludedIds = [],
  onPick,
}: Props) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [found, setFound] = useState<FoundPerson[]>();
  const search = async () => {
    if (text.trim() === '') return;
    try {
      setFound((await call('GET /v2/admin/find', { query: { q: text.trim() } })).users);
    } catch (error) {
      showErrorToast(error);
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
              maxLength={MAX_QUICK_SEARCH_CHARACTERS}
              autoComplete="off"
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || isComposing(event)) return;
                event.preventDefault();
                void search();
              }}
            />
          )}
        </Field>
        <Button onClick={() => void search()}>{t('admin.forums.find')}</Button>
      </div>
      {found && (
        <ul className="persons" aria-label={t('admin.forums.found')}>
          {found.map((person) => (
            <li key={person.id} className="line">
              <Avatar person={person} size={28} />
              <span className="open name">{person.nickname}</span>
              <Button
                className="small"
                isInactive={excludedIds.includes(person.id)}
                aria-label={actionLabel(person.nickname)}
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
