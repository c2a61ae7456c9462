import { type ReactNode, useState } from 'react';
import { adminLoginPath } from '#contracts/admin.ts';
import { $currentAdmin } from '#stores/admin/current-admin.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** Milliseconds that somebody needs at least for what a fresh login is asked for. */
const MIN_REMAINING_MS = 30_000;

/**
 * Around what needs a login of the last ten minutes (R19). While there is none, the way to one
 * stands in its place: asked for before somebody fills a form in, not after.
 */
export function RequireFreshLogin({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const [isFresh] = useState(
    () => Date.parse($currentAdmin.get()?.fresh_until ?? '') > Date.now() + MIN_REMAINING_MS,
  );
  if (isFresh) return children;
  return (
    <div className="told">
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
