import { type ReactNode, useState } from 'react';
import { $currentAdmin } from '#client/admin/current-admin.ts';
import { adminLoginPath } from '#contracts/paths.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** A fresh login counts only if it is valid for at least this long. */
const MIN_REMAINING_MS = 30_000;

/** Renders its children, if needed only after a login of the last ten minutes (R19). */
export function RequireFreshLogin({
  isNeeded = true,
  children,
}: {
  isNeeded?: boolean;
  children: ReactNode;
}) {
  const { t } = useTexts();
  const [isFresh] = useState(
    () => Date.parse($currentAdmin.get()?.fresh_until ?? '') > Date.now() + MIN_REMAINING_MS,
  );
  if (isFresh || !isNeeded) return children;
  if ($currentAdmin.get()?.fresh_until === null)
    return <p className="message-box">{t('error.loginUnproven')}</p>;
  return (
    <div className="message-box">
      <p>{t('admin.fresh.text')}</p>
      <p className="row">
        <a
          className="btn fill"
          href={adminLoginPath(location.origin, location.href, true)}
          rel="nofollow"
        >
          {t('admin.fresh.action')}
        </a>
      </p>
    </div>
  );
}
