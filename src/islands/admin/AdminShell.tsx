import { useStore } from '@nanostores/react';
import {
  type ComponentType,
  Fragment,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { areSingleKeysOn } from '#client/account/display.ts';
import { $adminLocation, goToScreen } from '#client/admin/admin-location.ts';
import { $currentAdmin } from '#client/admin/current-admin.ts';
import { $savedBrand } from '#client/admin/saved-brand.ts';
import { showUndoToast } from '#client/admin/undo-toast.ts';
import {
  ADMIN_ROOT,
  ADMIN_SCREENS,
  type AdminScreen,
  adminPath,
  adminScreenKey,
  isAdminScreen,
} from '#contracts/admin.ts';
import { Dialog } from '../components/Dialog.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { Toasts } from '../components/Toasts.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { QueueAreaContext } from '../moderation/queue/queue-area.ts';
import { ScreenHeader } from './components/ScreenHeader.tsx';
import { useOfferedScreens } from './hooks/use-offered-screens.ts';
import { Sidebar } from './Sidebar.tsx';
import { Topbar } from './Topbar.tsx';

/** One key for each screen, in the order of ADMIN_SCREENS: the two upper rows of a keyboard. */
const SCREEN_KEYS = '1234567890qwertyuiop';

const isTyping = (target: EventTarget | null): boolean =>
  Boolean(
    (target as Element | null)?.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog]',
    ),
  );

/** The shortcuts of the area, and their "?" dialog. "g" and a key of SCREEN_KEYS open a screen. */
function Shortcuts() {
  const { t } = useTexts();
  const screens = useOfferedScreens();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    let isGoPrefix = false;
    const handleKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (!areSingleKeysOn()) return;
      const screen = screens[SCREEN_KEYS.indexOf(event.key)];
      if (event.key === '?') setOpen(true);
      else if (event.key === '/') document.querySelector<HTMLElement>('.finder input')?.focus();
      else if (isGoPrefix && screen !== undefined) goToScreen(adminPath(screen));
      else {
        isGoPrefix = event.key === 'g';
        return;
      }
      isGoPrefix = false;
      event.preventDefault();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [screens]);
  if (!open) return null;
  const shortcuts = [
    ['/', t('admin.keys.find')],
    ['?', t('admin.keys.help')],
    ['↑↓', t('admin.keys.rows')],
    ...screens.map(
      (screen, index) =>
        [`g${SCREEN_KEYS[index]}`, t(`admin.screen.${adminScreenKey(screen)}`)] as const,
    ),
  ] as const;
  return (
    <Dialog title={t('admin.keys.title')} onClose={() => setOpen(false)}>
      <dl className="keys">
        {shortcuts.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.split('').map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ' '}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** The loaders of the screens' components; each is fetched when its screen is opened. */
const loaders = import.meta.glob<{ default: ComponentType }>('./*/*Screen.tsx');

function findLoader(screen: AdminScreen): () => Promise<{ default: ComponentType }> {
  const folder = `./${adminScreenKey(screen)}/`;
  const path = Object.keys(loaders).find((one) => one.startsWith(folder));
  const load = path === undefined ? undefined : loaders[path];
  if (!load) throw new Error(`No component for the screen ${screen}: islands/admin/${folder}`);
  return load;
}

const ADMIN_SCREEN_VIEWS = Object.fromEntries(
  ADMIN_SCREENS.map((screen) => [screen, lazy(findLoader(screen))]),
) as Record<AdminScreen, LazyExoticComponent<ComponentType>>;

function ScreenNotFound() {
  const { t } = useTexts();
  return (
    <>
      <ScreenHeader />
      <EmptyState title={t('admin.notFound.where')} text={t('admin.notFound.text')}>
        <a className="btn" href={ADMIN_ROOT}>
          {t('admin.notFound.action')}
        </a>
      </EmptyState>
    </>
  );
}

/** Makes components of the moderators' queues use the admin session for calls and undo. */
function AdminQueueArea({ children }: { children: ReactNode }) {
  const readerId = useStore($currentAdmin)?.id;
  const area = useMemo(
    () => ({ calls: 'admin' as const, readerId, showDone: showUndoToast }),
    [readerId],
  );
  return <QueueAreaContext value={area}>{children}</QueueAreaContext>;
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
  const { t, lang } = useTexts();
  const suffix = useStore($savedBrand)?.[lang].suffix ?? document.body.dataset.suffix ?? '';
  const { screen } = useStore($adminLocation);
  const known = isAdminScreen(screen) ? screen : undefined;
  const main = useRef<HTMLElement>(null);
  const isFirstRender = useRef(true);
  const [isSidebarOpen, setSidebarOpen] = useState(false);
  const name =
    known === undefined ? t('admin.notFound.title') : t(`admin.screen.${adminScreenKey(known)}`);
  useEffect(() => {
    document.title = t('admin.title', { name }) + suffix;
  }, [t, name, suffix]);
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
