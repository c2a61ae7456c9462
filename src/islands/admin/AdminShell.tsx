import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { $adminLocation } from '#client/admin/admin-location.ts';
import { ADMIN_ROOT, type AdminScreen, adminScreenKey, isAdminScreen } from '#contracts/admin.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { Toasts } from '../components/Toasts.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { AdminQueueArea } from './components/AdminQueueArea.tsx';
import { ScreenHeader } from './components/ScreenHeader.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { Sidebar } from './Sidebar.tsx';
import { ADMIN_SCREEN_VIEWS } from './screens.ts';
import { Topbar } from './Topbar.tsx';

function ScreenNotFound() {
  const { t } = useTexts();
  return (
    <>
      <ScreenHeader title={t('admin.notFound.title')} />
      <EmptyState title={t('admin.notFound.where')} text={t('admin.notFound.text')}>
        <a className="btn" href={ADMIN_ROOT}>
          {t('admin.notFound.action')}
        </a>
      </EmptyState>
    </>
  );
}

function ScreenContent({ screen }: { screen: AdminScreen }) {
  const View = ADMIN_SCREEN_VIEWS[screen];
  return (
    <ErrorBoundary key={screen}>
      <Suspense fallback={<Skeleton rows={6} />}>
        <View />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The frame of every screen: sidebar, top bar and keyboard shortcuts. */
export function AdminShell() {
  const { t } = useTexts();
  const { screen } = useStore($adminLocation);
  const known = isAdminScreen(screen) ? screen : undefined;
  const main = useRef<HTMLElement>(null);
  const isFirstRender = useRef(true);
  const [isSidebarOpen, setSidebarOpen] = useState(false);
  const name =
    known === undefined ? t('admin.notFound.title') : t(`admin.screen.${adminScreenKey(known)}`);
  useEffect(() => {
    document.title = t('admin.title', { name }) + (document.body.dataset.suffix ?? '');
  }, [t, name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is a step to it
  useEffect(() => {
    setSidebarOpen(false);
    if (isFirstRender.current) isFirstRender.current = false;
    else {
      scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
  }, [screen]);
  return (
    <div className="area" data-rail={isSidebarOpen ? '' : undefined}>
      <a className="skip btn fill" href="#main">
        {t('nav.skip')}
      </a>
      <Sidebar current={known} />
      <div className="desk">
        <Topbar onRail={() => setSidebarOpen(!isSidebarOpen)} railOpen={isSidebarOpen} />
        <main id="main" ref={main} tabIndex={-1} aria-label={name}>
          {known === undefined ? (
            <ScreenNotFound />
          ) : (
            <AdminQueueArea>
              <ScreenContent screen={known} />
            </AdminQueueArea>
          )}
        </main>
      </div>
      <Shortcuts />
      <Toasts />
    </div>
  );
}
