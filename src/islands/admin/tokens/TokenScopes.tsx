import { call } from '#client/core/api.ts';
import type { AdminTokenWire } from '#contracts/calls/admin/admin-token-calls.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';

export function RevokeTokenDialog({
  token,
  onClose,
  onDone,
}: {
  token: AdminTokenWire;
  onClose(): void;
  onDone(): void;
}) {
  const { t } = useTexts();
  return (
    <AdminFormDialog
      title={t('admin.tokens.revokeTitle', { name: token.name })}
      text={t('admin.tokens.revokeText', { name: token.user.nickname })}
      action={t('settings.tokens.revoke')}
      isDangerous
      requiresFreshLogin
      onClose={onClose}
      onSubmit={() =>
        call('POST /v2/admin/tokens/{id}/revoke', { params: { id: token.id } }).then(onDone)
      }
    />
  );
}

/** The scopes of a token; dangerous ones are marked. */
export function TokenScopes({ scopes }: Pick<AdminTokenWire, 'scopes'>) {
  const { t } = useTexts();
  return (
    <span className="scopes">
      {scopes.map((scope) => (
        <span key={scope} className="chip">
          {t(`settings.tokens.scope.${scope}`)}
        </span>
      ))}
    </span>
  );
}
