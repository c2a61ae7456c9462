import type { ReactNode } from 'react';
import { adminLoginPath } from '#contracts/admin.ts';
import { homePath } from '#contracts/paths.ts';
import type { Failure } from '#stores/failure.ts';
import { State } from '../ui/State.tsx';
import { useTexts } from '../ui/text.ts';
import { Refused } from './ui/Refused.tsx';

function Outside({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  return (
    <main className="no-entry">
      <h1 className="vh">{t('admin.rail.admin')}</h1>
      {children}
    </main>
  );
}

/** While the product doesn't answer who is there; it is asked until it does. */
export function Away() {
  const { t } = useTexts();
  return (
    <Outside>
      <State art="broken" title={t('admin.bar.away')} text={t('admin.noEntry.away')} />
    </Outside>
  );
}

/**
 * For somebody who is logged in to the admin area and isn't an administrator, or not any more; or
 * of whom it couldn't be told.
 */
export function NoEntry({ failure }: { failure: Failure }) {
  const { t, lang } = useTexts();
  if (failure.status !== 403)
    return (
      <Outside>
        <Refused failure={failure} again={() => location.reload()} />
      </Outside>
    );
  return (
    <Outside>
      <State art="broken" title={t('admin.noEntry.title')} text={t('admin.noEntry.text')}>
        <p className="ways">
          <a className="btn" href={homePath(lang)}>
            {t('problem.home')}
          </a>
          <a
            className="btn"
            href={adminLoginPath(location.origin, location.href, true)}
            rel="nofollow"
          >
            {t('admin.noEntry.other')}
          </a>
        </p>
      </State>
    </Outside>
  );
}
