import { useEffect, useRef, useState } from 'react';
import { call } from '#client/core/api.ts';
import { Failure } from '#client/core/failure.ts';
import { ADMIN_ROOT, adminPath } from '#contracts/admin.ts';
import { adminLoginPath } from '#contracts/paths.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FormError } from '../../components/FormError.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { beginClaimLogin, type ForumClaim, forgetClaim } from './forum-claim.ts';

type Stage = 'ask' | 'working' | 'refused';

/**
 * Makes the visitor with the printed address the first administrator, after a login to the site.
 */
export function ClaimForum({ claim }: { claim: ForumClaim }) {
  const { t } = useTexts();
  const [stage, setStage] = useState<Stage>(claim.hasLoggedIn ? 'working' : 'ask');
  const [failure, setFailure] = useState<Failure>();
  const hasBegun = useRef(false);
  const finish = async () => {
    try {
      await call('POST /v2/setup/claim', { body: { secret: claim.secret }, quiet: true });
      forgetClaim();
      const area = location.origin + adminPath('setup');
      location.assign(adminLoginPath(location.origin, area, false));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.status === 403) forgetClaim();
      setStage(error.status === 403 ? 'refused' : 'ask');
      // A visitor who returned without a login is asked again.
      if (error.status !== 403 && error.status !== 401) setFailure(error);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the login
  useEffect(() => {
    if (!claim.hasLoggedIn || hasBegun.current) return;
    hasBegun.current = true;
    void finish();
  }, []);
  return (
    <main className="no-entry">
      <h1 className="vh">{t('admin.setup.claim.title')}</h1>
      {stage === 'refused' ? (
        <EmptyState
          art="broken"
          title={t('admin.setup.claim.refusedTitle')}
          text={t('admin.setup.claim.refusedText')}
        >
          <a className="btn" href={ADMIN_ROOT}>
            {t('admin.setup.claim.area')}
          </a>
        </EmptyState>
      ) : (
        <EmptyState art="setup" of="admin.setup.claim">
          {failure && <FormError failure={failure} />}
          <Button isPrimary isInactive={stage === 'working'} onClick={() => beginClaimLogin(claim)}>
            {t(stage === 'working' ? 'admin.setup.claim.working' : 'admin.setup.claim.login')}
          </Button>
        </EmptyState>
      )}
    </main>
  );
}
