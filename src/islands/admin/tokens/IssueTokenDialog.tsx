import { useState } from 'react';
import { call } from '#client/core/api.ts';
import type { IssuedTokenWire } from '#contracts/calls/admin/admin-token-calls.ts';
import {
  MAX_TOKEN_NAME_CHARACTERS,
  TOKEN_LIFETIME_DAYS,
  TOKEN_SCOPES,
  type TokenScope,
} from '#contracts/limits.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { toChoices } from '../../components/form-fields.tsx';
import { OneTimeSecret } from '../../components/OneTimeSecret.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { type FoundPerson, PersonPicker } from '../components/PersonPicker.tsx';
import { EditDialog } from '../form/EditDialog.tsx';
import { useVersionedForm } from '../form/use-versioned-form.ts';

interface Values {
  person: FoundPerson | undefined;
  name: string;
  scopes: readonly TokenScope[];
  days: (typeof TOKEN_LIFETIME_DAYS)[number];
}

interface Props {
  person: FoundPerson | undefined;
  onIssued(): void;
  onClose(): void;
}

function IssueTokenForm({ person: known, onIssued, onClose }: Props) {
  const { t } = useTexts();
  const [issuedToken, setIssuedToken] = useState<string>();
  const editor = useVersionedForm<Values, IssuedTokenWire>({
    initial: { person: known, name: '', scopes: ['read'], days: 90 },
    version: 0,
    fields: ({ person }, set) => [
      {
        kind: 'own',
        name: 'person',
        label: t('admin.tokens.for'),
        check: () => (person ? undefined : t('admin.tokens.problem.person')),
        draw: (problem) =>
          person ? (
            <div className="field">
              <span className="hint">{t('admin.tokens.for')}</span>
              <p className="line">
                <Avatar person={person} size={28} />
                <span className="open name">{person.nickname}</span>
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
              problem={problem}
              onPick={(picked) => set({ person: picked })}
            />
          ),
      },
      {
        name: 'name',
        label: t('settings.tokens.name'),
        placeholder: t('settings.tokens.nameHint'),
        max: MAX_TOKEN_NAME_CHARACTERS,
        required: t('settings.tokens.nameEmpty'),
      },
      {
        kind: 'choices',
        name: 'scopes',
        label: t('settings.tokens.scopes'),
        options: toChoices(TOKEN_SCOPES, (scope) => t(`admin.tokens.may.${scope}`)),
        check: ({ scopes }) => (scopes.length === 0 ? t('settings.tokens.scopesEmpty') : undefined),
        refused: t('admin.tokens.problem.moderate'),
      },
      {
        kind: 'choice',
        name: 'days',
        label: t('settings.tokens.expiry'),
        options: toChoices(TOKEN_LIFETIME_DAYS, (n) =>
          n === 0 ? t('settings.tokens.forever') : t('settings.tokens.days', { n }),
        ),
      },
    ],
    save: ({ person, name, scopes, days }) =>
      call('POST /v2/admin/tokens', { body: { user_id: person?.id ?? 0, name, scopes, days } }),
    done({ token }) {
      setIssuedToken(token);
      onIssued();
    },
  });
  if (issuedToken)
    return (
      <Dialog title={t('settings.tokens.secret')} onClose={onClose}>
        <OneTimeSecret token={issuedToken} onDone={onClose} />
      </Dialog>
    );
  return (
    <EditDialog
      title={t('settings.tokens.make')}
      text={t('admin.tokens.makeText')}
      editor={editor}
      requiresFreshLogin
      isNew
      action={t('settings.tokens.make')}
      onClose={onClose}
    />
  );
}

/** Creates a token by which a program acts as a user, and shows it once (R43). */
export function IssueTokenDialog({
  userId,
  ...rest
}: Omit<Props, 'person'> & { userId: number | undefined }) {
  const { value, failure } = useQuery(userId === undefined ? undefined : `user ${userId}`, () =>
    call('GET /v2/admin/users/{id}', { params: { id: userId as number }, quiet: true }),
  );
  return userId === undefined || value || failure ? (
    <IssueTokenForm person={value} {...rest} />
  ) : null;
}
