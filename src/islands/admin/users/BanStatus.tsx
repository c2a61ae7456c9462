import type { AdminUserRowWire } from '#contracts/wire/admin-user.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { useBanTime } from '../hooks/use-ban-time.ts';

/** The ban of a user with its end, and the number of warnings that count. */
export function BanStatus({
  user: { banned, banned_until, warnings },
}: {
  user: Pick<AdminUserRowWire, 'banned' | 'banned_until' | 'warnings'>;
}) {
  const { t } = useTexts();
  const formatTime = useBanTime();
  return (
    <>
      {banned && (
        <span className="dot ban">
          {t('admin.users.state.banned')}{' '}
          <span className="meta">
            {banned_until
              ? t('admin.users.until', { at: formatTime(banned_until) })
              : t('admin.users.forGood')}
          </span>
        </span>
      )}
      {warnings > 0 && (
        <span className="dot late">{t('admin.users.warnings', { count: warnings })}</span>
      )}
      {!banned && warnings === 0 && t('admin.users.state.well')}
    </>
  );
}
