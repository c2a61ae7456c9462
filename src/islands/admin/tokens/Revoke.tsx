import type { AdminTokenWire } from '#contracts/wire/admin-token.ts';
import { call } from '#stores/api.ts';
import { useTexts } from '../../ui/text.ts';
import { Confirm } from '../form/Confirm.tsx';

/** Asks before a token is made useless, and does it (R43). */
export function Revoke({
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
    <Confirm
      title={t('admin.tokens.revokeTitle', { name: token.name })}
      text={t('admin.tokens.revokeText', { name: token.user.nickname })}
      action={t('settings.tokens.revoke')}
      guarded
      onClose={onClose}
      act={async () => {
        await call(`/v2/admin/tokens/${token.id}/revoke`, { method: 'POST' });
        onDone();
      }}
    />
  );
}
