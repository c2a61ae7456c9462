import { useStore } from '@nanostores/react';
import { $currentAdmin } from '#client/admin/current-admin.ts';
import { $savedBrand } from '#client/admin/saved-brand.ts';
import { call } from '#client/core/api.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import {
  ADMIN_GROUPS,
  ADMIN_ROOT,
  ADMIN_SCREEN_ENTRIES,
  type AdminScreen,
  adminPath,
  adminScreenKey,
  isAlarmingScreen,
} from '#contracts/admin.ts';
import { wireName } from '#i18n/localized.ts';
import type { IconName } from '#styles/icons.ts';
import { Avatar } from '../components/Avatar.tsx';
import { BrandMark } from '../components/BrandMark.tsx';
import { Icon, Shape } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { useOfferedScreens } from './hooks/use-offered-screens.ts';

/** Icons of the admin area only; members don't fetch them. */
const adminShapes = {
  shield: 'M10 2.8l6 2.2v4.6c0 3.6-2.4 6.2-6 7.6-3.6-1.4-6-4-6-7.6V5z',
  entries: 'M4.5 3h11v14h-11zM7.5 7h5M7.5 10h5M7.5 13h3',
  key: 'M6.8 9.7a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM9.4 10.8l7.1-7.3M13.2 6.8l2.4 2.4M11 9.1l1.6 1.6',
} as const;
type AdminShape = keyof typeof adminShapes;

const AdminIcon = ({ name }: { name: IconName | AdminShape }) =>
  name in adminShapes ? (
    <Shape path={adminShapes[name as AdminShape]} />
  ) : (
    <Icon name={name as IconName} />
  );

function PendingCount({ screen }: { screen: AdminScreen }) {
  const { t } = useTexts();
  const count = useStore($currentAdmin)?.counts[adminScreenKey(screen)] ?? 0;
  if (count === 0) return null;
  return (
    <span className={isAlarmingScreen(screen) ? 'count alarm num' : 'count num'}>
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span className="vh">{t('admin.rail.waiting', { count })}</span>
    </span>
  );
}

async function logoutAdmin(): Promise<void> {
  try {
    await call('POST /v2/admin/logout');
    location.assign('/');
  } catch (error) {
    showErrorToast(error);
  }
}

export function Sidebar({ current }: { current: AdminScreen | undefined }) {
  const { t, lang } = useTexts();
  const me = useStore($currentAdmin);
  const screens = useOfferedScreens();
  const savedBrand = useStore($savedBrand);
  const { vendor, mark = '' } = document.body.dataset;
  return (
    <nav className="rail" id="rail" aria-label={t('admin.rail.label')}>
      <a className="brand" href={ADMIN_ROOT}>
        <BrandMark picture={savedBrand?.look.mark ?? mark} />
        <b>{savedBrand?.[lang].vendor ?? vendor}</b>
        <span>{t('admin.rail.admin')}</span>
      </a>
      <div className="rail-screens">
        {ADMIN_GROUPS.map((group) => (
          <section key={group} aria-label={t(`admin.group.${group}`)}>
            {group !== 'overview' && <p aria-hidden="true">{t(`admin.group.${group}`)}</p>}
            {screens
              .filter((screen) => ADMIN_SCREEN_ENTRIES[screen].group === group)
              .map((screen) => (
                <a
                  key={screen}
                  href={adminPath(screen)}
                  aria-current={screen === current ? 'page' : undefined}
                >
                  <AdminIcon name={ADMIN_SCREEN_ENTRIES[screen].icon} />
                  <span>{t(`admin.screen.${adminScreenKey(screen)}`)}</span>
                  <PendingCount screen={screen} />
                </a>
              ))}
          </section>
        ))}
      </div>
      {me && (
        <div className="me">
          <Avatar person={me} size={32} />
          <span>
            <b className="name" translate="no">
              {me.nickname}
            </b>
            <span className="meta">{wireName(lang, me.group)}</span>
          </span>
          <button
            type="button"
            onClick={() => void logoutAdmin()}
            aria-label={t('admin.rail.leave')}
            title={t('admin.rail.leave')}
          >
            <Icon name="logout" />
          </button>
        </div>
      )}
    </nav>
  );
}
