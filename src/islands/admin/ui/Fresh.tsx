import { type ReactNode, useState } from 'react';
import { adminLoginPath } from '#contracts/admin.ts';
import { $me } from '#stores/admin/me.ts';
import { useTexts } from '../../ui/text.ts';

/** Milliseconds that somebody needs at least for what a fresh login is asked for. */
const NEEDED = 30_000;

/**
 * Around what needs a login of the last ten minutes (R19). While there is none, the way to one
 * stands in its place: asked for before somebody fills a form in, not after.
 */
export function Fresh({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const [fresh] = useState(() => Date.parse($me.get()?.fresh_until ?? '') > Date.now() + NEEDED);
  if (fresh) return children;
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
