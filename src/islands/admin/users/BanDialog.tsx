import { useStore } from '@nanostores/react';
import type { AdminUserWire } from '#contracts/wire/admin-user.ts';
import { formatMoment } from '#i18n/format.ts';
import { $me } from '#stores/admin/me.ts';
import { type Done, tellDone } from '#stores/admin/undo.ts';
import { call } from '#stores/api.ts';
import { BanFields } from '../../ui/BanFields.tsx';
import { spanOf, useBan } from '../../ui/ban.ts';
import { useTexts } from '../../ui/text.ts';
import { AskDialog } from '../form/AskDialog.tsx';

interface Props {
  user: AdminUserWire;
  /** Somebody else has banned or lifted meanwhile, or it was taken back. */
  onStale(): void;
  onClose(): void;
  onDone(): void;
}

/** Bans somebody (R29), in place of the ban that the administrator has seen. */
export function BanDialog({ user, onStale, onClose, onDone }: Props) {
  const { t, lang } = useTexts();
  const form = useBan(useStore($me)?.time_zone ?? 'UTC');
  const standing = user.bans.find((one) => one.id === user.ban);
  const act = async (): Promise<false | undefined> => {
    if (!form.submit()) return false;
    const { beginAt, endAt } = spanOf(form);
    const { hide, note } = form.terms;
    const { undo } = await call<Done>(`/v2/admin/users/${user.id}/ban`, {
      method: 'POST',
      body: { begin_at: beginAt, end_at: endAt, reason: note.trim(), hide, seen: user.ban },
    });
    tellDone('admin.users.banned', { name: user.nickname }, undo, onStale);
    onDone();
    return undefined;
  };
  return (
    <AskDialog
      title={t('moderation.ban.title', { name: user.nickname })}
      text={t('moderation.ban.text')}
      action={t('moderation.ban.item')}
      danger
      guarded={user.administers}
      onStale={onStale}
      onClose={onClose}
      act={act}
    >
      {standing && (
        <p className="told" role="status">
          {t('admin.users.replaces', {
            reason: standing.reason,
            name: standing.by.nickname,
            until: standing.end_at
              ? formatMoment(lang, new Date(standing.end_at))
              : t('admin.users.open'),
          })}
        </p>
      )}
      <BanFields form={form} />
    </AskDialog>
  );
}
