import { adminPath } from '#contracts/admin.ts';
import type { DashboardWire } from '#contracts/wire/admin-dashboard.ts';
import { useTexts } from '../../ui/text.ts';
import { useActName } from '../log/acts.ts';
import { When } from '../ui/When.tsx';

/** What administrators and moderators did last. */
export function Actions({ actions }: { actions: DashboardWire['actions'] }) {
  const { t } = useTexts();
  const nameOf = useActName();
  return (
    <section className="block">
      <header>
        <h2>{t('admin.dashboard.actions')}</h2>
        <a className="link" href={adminPath('log')}>
          {t('admin.screen.log')}
        </a>
      </header>
      {actions.length === 0 && <p className="hint">{t('admin.dashboard.noActions')}</p>}
      <ul className="latest">
        {actions.map(({ id, action, actor, target, created_at }) => (
          <li key={id}>
            <When at={created_at} />
            <span>
              <b className="name">{actor}</b>
              <span className="meta">
                {nameOf(action)} {target}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
