import type { ReactNode } from 'react';
import type { Failure } from '#client/core/failure.ts';
import { adminLoginPath, homePath } from '#contracts/paths.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { AdminLoadError } from './components/LoadingOrError.tsx';

function StandalonePage({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  return (
    <main className="no-entry">
      <h1 className="vh">{t('admin.rail.admin')}</h1>
      {children}
    </main>
  );
}

/** Shown while the current administrator can't be loaded; the call is repeated. */
export function ApiDownScreen() {
  const { t } = useTexts();
  return (
    <StandalonePage>
      <EmptyState
        art="broken"
        title={t('admin.bar.unreachable')}
        text={t('admin.noEntry.unreachable')}
      />
    </StandalonePage>
  );
}

/** Shown to users who aren't administrators (any more), or whose rights couldn't be loaded. */
export function AccessDenied({ failure }: { failure: Failure }) {
  const { t, lang } = useTexts();
  if (failure.status !== 403)
    return (
      <StandalonePage>
        <AdminLoadError failure={failure} reload={() => location.reload()} />
      </StandalonePage>
    );
  return (
    <StandalonePage>
      <EmptyState art="broken" of="admin.noEntry">
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
      </EmptyState>
    </StandalonePage>
  );
}
