import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { ADMIN_HOME, type AdminScreen, isAdminScreen, screenKey } from '#contracts/admin.ts';
import { $place } from '#stores/admin/place.ts';
import { Bones } from '../ui/Bones.tsx';
import { Catch } from '../ui/Catch.tsx';
import { State } from '../ui/State.tsx';
import { Tips } from '../ui/Tips.tsx';
import { useTexts } from '../ui/text.ts';
import { Rail } from './Rail.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { SCREENS } from './screens.ts';
import { Topbar } from './Topbar.tsx';
import { Head } from './ui/Head.tsx';

function NotFound() {
  const { t } = useTexts();
  return (
    <>
      <Head title={t('admin.notFound.title')} />
      <State title={t('admin.notFound.where')} text={t('admin.notFound.text')}>
        <a className="btn" href={ADMIN_HOME}>
          {t('admin.notFound.action')}
        </a>
      </State>
    </>
  );
}

function Filled({ screen }: { screen: AdminScreen }) {
  const { View } = SCREENS[screen];
  return (
    <Catch key={screen}>
      <Suspense fallback={<Bones rows={6} />}>
        <View />
      </Suspense>
    </Catch>
  );
}

/** What stands around every screen: the rail, the bar above, the keys. */
export function Shell() {
  const { t } = useTexts();
  const { screen } = useStore($place);
  const known = isAdminScreen(screen) ? screen : undefined;
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const [rail, setRail] = useState(false);
  const name =
    known === undefined ? t('admin.notFound.title') : t(`admin.screen.${screenKey(known)}`);
  useEffect(() => {
    document.title = t('admin.title', { name }) + (document.body.dataset.suffix ?? '');
  }, [t, name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is a step to it
  useEffect(() => {
    setRail(false);
    if (first.current) first.current = false;
    else {
      scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
  }, [screen]);
  return (
    <div className="area" data-rail={rail ? '' : undefined}>
      <a className="skip btn fill" href="#main">
        {t('nav.skip')}
      </a>
      <Rail current={known} />
      <div className="desk">
        <Topbar onRail={() => setRail(!rail)} railOpen={rail} />
        <main id="main" ref={main} tabIndex={-1} aria-label={name}>
          {known === undefined ? <NotFound /> : <Filled screen={known} />}
        </main>
      </div>
      <Shortcuts />
      <Tips />
    </div>
  );
}
