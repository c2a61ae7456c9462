import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { MAX_TOKEN_NAME_CHARACTERS, TOKEN_LIFETIME_DAYS } from '#contracts/limits.ts';
import type { AdminTokenWire, IssuedTokenWire } from '#contracts/wire/admin-token.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { OneTimeSecret } from '../../components/OneTimeSecret.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { type FoundPerson, PersonPicker } from '../components/PersonPicker.tsx';
import { EditDialog } from '../form/EditDialog.tsx';
import { SelectField, TextField } from '../form/form-fields.tsx';
import { useVersionedForm } from '../form/use-versioned-form.ts';
import { usePolledQuery } from '../hooks/use-polled-query.ts';

type Scope = AdminTokenWire['scopes'][number];

interface Values {
  person: FoundPerson | undefined;
  name: string;
  scopes: readonly Scope[];
  days: (typeof TOKEN_LIFETIME_DAYS)[number];
}

interface Props {
  /** The owner, if known. */
  person: FoundPerson | undefined;
  onIssued(): void;
  onClose(): void;
}

const SCOPES: readonly Scope[] = ['read', 'write', 'moderate'];

/** The form, then the token. */
function IssueTokenForm({ person: known, onIssued, onClose }: Props) {
  const { t } = useTexts();
  const [issuedToken, setIssuedToken] = useState<string>();
  const editor = useVersionedForm<Values, IssuedTokenWire>({
    initial: { person: known, name: '', scopes: ['read'], days: 90 },
    version: 0,
    rules: {
      person: ({ person }: Values) => (person ? undefined : t('admin.tokens.problem.person')),
      name: ({ name }: Values) => (name.trim() === '' ? t('settings.tokens.nameEmpty') : undefined),
      scopes: ({ scopes }: Values) =>
        scopes.length === 0 ? t('settings.tokens.scopesEmpty') : undefined,
    },
    save: ({ person, name, scopes, days }) =>
      call('POST /v2/admin/tokens', {
        body: { user_id: person?.id ?? 0, name, scopes, days },
      }),
    done({ token }) {
      setIssuedToken(token);
      onIssued();
    },
  });
  const { values, set, problems, touch, refusedFields } = editor;
  if (issuedToken)
    return (
      <Dialog title={t('settings.tokens.secret')} onClose={onClose}>
        <OneTimeSecret token={issuedToken} onDone={onClose} />
      </Dialog>
    );
  const scopesProblem =
    problems.scopes ??
    (refusedFields.includes('scopes') ? t('admin.tokens.problem.moderate') : undefined);
  return (
    <EditDialog
      title={t('settings.tokens.make')}
      text={t('admin.tokens.makeText')}
      editor={editor}
      labels={{}}
      requiresFreshLogin
      isNew
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
        <PersonPicker
          label={t('admin.tokens.for')}
          action={t('admin.tokens.pick')}
          actionLabel={(name) => t('admin.tokens.pickOne', { name })}
          problem={problems.person}
          onPick={(person) => set({ person })}
        />
      )}
      <TextField
        label={t('settings.tokens.name')}
        placeholder={t('settings.tokens.nameHint')}
        max={MAX_TOKEN_NAME_CHARACTERS}
        value={values.name}
        problem={problems.name}
        onBlur={() => touch('name')}
        onChange={(name) => set({ name })}
      />
      <fieldset
        className="field choices"
        aria-describedby={scopesProblem ? 'scopes-wrong' : undefined}
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
        {scopesProblem && (
          <p className="wrong" id="scopes-wrong" role="alert">
            {scopesProblem}
          </p>
        )}
      </fieldset>
      <SelectField
        label={t('settings.tokens.expiry')}
        value={String(values.days)}
        options={TOKEN_LIFETIME_DAYS.map(
          (days) =>
            [
              String(days),
              days === 0 ? t('settings.tokens.forever') : t('settings.tokens.days', { n: days }),
            ] as const,
        )}
        onChange={(days) =>
          set({ days: TOKEN_LIFETIME_DAYS.find((one) => String(one) === days) ?? 90 })
        }
      />
    </EditDialog>
  );
}

function IssueTokenForUser({ userId, ...rest }: Omit<Props, 'person'> & { userId: number }) {
  const { value, failure } = usePolledQuery('GET /v2/admin/users/{id}', { params: { id: userId } });
  return value || failure ? <IssueTokenForm person={value} {...rest} /> : null;
}

/**
 * Creates a token by which a program acts as a user; it is shown once (R43). `userId`: the owner,
 * if known.
 */
export function IssueTokenDialog({
  userId,
  ...rest
}: Omit<Props, 'person'> & { userId: number | undefined }) {
  return userId === undefined ? (
    <IssueTokenForm person={undefined} {...rest} />
  ) : (
    <IssueTokenForUser userId={userId} {...rest} />
  );
}
