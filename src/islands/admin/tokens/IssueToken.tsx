import { useState } from 'react';
import { TOKEN_DAYS, TOKEN_NAME_MAX } from '#contracts/limits.ts';
import type { AdminTokenWire, IssuedTokenWire } from '#contracts/wire/admin-token.ts';
import type { AdminUserWire } from '#contracts/wire/admin-user.ts';
import { call } from '#stores/api.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Secret } from '../../ui/Secret.tsx';
import { useTexts } from '../../ui/text.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { useEditor } from '../form/editor.ts';
import { PickField, TextField } from '../form/fields.tsx';
import { FindPerson, type FoundPerson } from '../ui/FindPerson.tsx';
import { useLooked } from '../ui/looked.ts';

type Scope = AdminTokenWire['scopes'][number];

interface Values {
  person: FoundPerson | undefined;
  name: string;
  scopes: readonly Scope[];
  days: (typeof TOKEN_DAYS)[number];
}

interface Props {
  /** For whom, if that is known. */
  person: FoundPerson | undefined;
  onMade(): void;
  onClose(): void;
}

const SCOPES: readonly Scope[] = ['read', 'write', 'moderate'];

/** The form, then the token. */
function Issue({ person: known, onMade, onClose }: Props) {
  const { t } = useTexts();
  const [made, setMade] = useState<string>();
  const editor = useEditor<Values, IssuedTokenWire>({
    initial: { person: known, name: '', scopes: ['read'], days: 90 },
    version: 0,
    rules: {
      person: ({ person }: Values) => (person ? undefined : t('admin.tokens.problem.person')),
      name: ({ name }: Values) => (name.trim() === '' ? t('settings.tokens.nameEmpty') : undefined),
      scopes: ({ scopes }: Values) =>
        scopes.length === 0 ? t('settings.tokens.scopesEmpty') : undefined,
    },
    save: ({ person, name, scopes, days }) =>
      call('/v2/admin/tokens', {
        method: 'POST',
        body: { user_id: person?.id, name, scopes, days },
      }),
    done({ token }) {
      setMade(token);
      onMade();
    },
  });
  const { values, set, problems, touch, refused } = editor;
  if (made)
    return (
      <Dialog title={t('settings.tokens.secret')} onClose={onClose}>
        <Secret token={made} onDone={onClose} />
      </Dialog>
    );
  const scopesWrong =
    problems.scopes ??
    (refused.includes('scopes') ? t('admin.tokens.problem.moderate') : undefined);
  return (
    <EditDialog
      title={t('settings.tokens.make')}
      text={t('admin.tokens.makeText')}
      editor={editor}
      labels={{}}
      guarded
      fresh
      action={t('settings.tokens.make')}
      onClose={onClose}
    >
      {values.person ? (
        <div className="field">
          <span className="hint">{t('admin.tokens.for')}</span>
          <p className="line">
            <Avatar person={values.person} size={28} />
            <span className="open name">{values.person.nickname}</span>
            <Button className="small" onClick={() => set({ person: undefined })}>
              {t('admin.tokens.other')}
            </Button>
          </p>
        </div>
      ) : (
        <FindPerson
          label={t('admin.tokens.for')}
          action={t('admin.tokens.pick')}
          actionOn={(name) => t('admin.tokens.pickOne', { name })}
          problem={problems.person}
          onPick={(person) => set({ person })}
        />
      )}
      <TextField
        label={t('settings.tokens.name')}
        placeholder={t('settings.tokens.nameHint')}
        max={TOKEN_NAME_MAX}
        value={values.name}
        problem={problems.name}
        onBlur={() => touch('name')}
        onChange={(name) => set({ name })}
      />
      <fieldset
        className="field choices"
        aria-describedby={scopesWrong ? 'scopes-wrong' : undefined}
      >
        <legend>{t('settings.tokens.scopes')}</legend>
        {SCOPES.map((scope) => (
          <label key={scope}>
            <input
              type="checkbox"
              checked={values.scopes.includes(scope)}
              onChange={(event) =>
                set({
                  scopes: event.target.checked
                    ? [...values.scopes, scope]
                    : values.scopes.filter((one) => one !== scope),
                })
              }
            />
            {t(`admin.tokens.may.${scope}`)}
          </label>
        ))}
        {scopesWrong && (
          <p className="wrong" id="scopes-wrong" role="alert">
            {scopesWrong}
          </p>
        )}
      </fieldset>
      <PickField
        label={t('settings.tokens.expiry')}
        value={String(values.days)}
        options={TOKEN_DAYS.map(
          (days) =>
            [
              String(days),
              days === 0 ? t('settings.tokens.forever') : t('settings.tokens.days', { n: days }),
            ] as const,
        )}
        onChange={(days) => set({ days: TOKEN_DAYS.find((one) => String(one) === days) ?? 90 })}
      />
    </EditDialog>
  );
}

function IssueFor({ userId, ...rest }: Omit<Props, 'person'> & { userId: number }) {
  const { seen, failure } = useLooked<AdminUserWire>(`/v2/admin/users/${userId}`);
  return seen || failure ? <Issue person={seen} {...rest} /> : null;
}

/**
 * Makes a token by which a program acts as somebody; it is shown this once (R43). `userId`: for
 * whom, if that is known.
 */
export function IssueToken({
  userId,
  ...rest
}: Omit<Props, 'person'> & { userId: number | undefined }) {
  return userId === undefined ? (
    <Issue person={undefined} {...rest} />
  ) : (
    <IssueFor userId={userId} {...rest} />
  );
}
