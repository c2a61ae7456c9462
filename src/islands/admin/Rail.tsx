import { useStore } from '@nanostores/react';
import {
  ADMIN_GROUPS,
  ADMIN_HOME,
  type AdminGroup,
  type AdminScreen,
  adminPath,
  screenKey,
} from '#contracts/admin.ts';
import { inLang } from '#i18n/named.ts';
import { $me } from '#stores/admin/me.ts';
import { call } from '#stores/api.ts';
import { report } from '#stores/tips.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useTexts } from '../ui/text.ts';
import { SCREENS } from './screens.ts';
import { AdminIcon } from './ui/AdminIcon.tsx';

function Count({ screen }: { screen: AdminScreen }) {
  const { t } = useTexts();
  const count = useStore($me)?.counts[screenKey(screen)] ?? 0;
  if (count === 0) return null;
  return (
    <span className={SCREENS[screen].alarm ? 'count alarm num' : 'count num'}>
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span className="vh">{t('admin.rail.waiting', { count })}</span>
    </span>
  );
}

async function leave(): Promise<void> {
  try {
    await call('/v2/admin/logout', { method: 'POST' });
    location.assign('/');
  } catch (error) {
    report(error);
  }
}

/** The list of screens at the side, and who is here. */
export function Rail({ current }: { current: AdminScreen | undefined }) {
  const { t, lang } = useTexts();
  const me = useStore($me);
  return (
    <nav className="rail" id="rail" aria-label={t('admin.rail.label')}>
      <a className="brand" href={ADMIN_HOME}>
        <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
          <path d="M7.5 6.5V19H20M7.5 9.5A9.5 9.5 0 0 1 17 19" />
        </svg>
        <b>{document.body.dataset.vendor}</b>
        <span>{t('admin.rail.admin')}</span>
      </a>
      <div className="rail-screens">
        {(Object.keys(ADMIN_GROUPS) as AdminGroup[]).map((group) => (
          <section key={group} aria-label={t(`admin.group.${group}`)}>
            {group !== 'overview' && <p aria-hidden="true">{t(`admin.group.${group}`)}</p>}
            {ADMIN_GROUPS[group].map((screen) => (
              <a
                key={screen}
                href={adminPath(screen)}
                aria-current={screen === current ? 'page' : undefined}
              >
                <AdminIcon name={SCREENS[screen].icon} />
                <span>{t(`admin.screen.${screenKey(screen)}`)}</span>
                <Count screen={screen} />
              </a>
            ))}
          </section>
        ))}
      </div>
      {me && (
        <div className="me">
          <Avatar person={me} size={32} />
          <span>
            <b className="name">{me.nickname}</b>
            <span className="meta">{inLang(lang, me.group.name, me.group.name_en)}</span>
          </span>
          <button
            type="button"
            onClick={() => void leave()}
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
