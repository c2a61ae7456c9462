import type { DashboardWire } from '#contracts/wire/admin-dashboard.ts';
import { useTexts } from '../../ui/text.ts';
import { When } from '../ui/When.tsx';

/** What administrators and moderators did last. */
export function Actions({ actions }: { actions: DashboardWire['actions'] }) {
  const { t } = useTexts();
  return (
    <section className="block">
      <h2>{t('admin.dashboard.actions')}</h2>
      {actions.length === 0 && <p className="hint">{t('admin.dashboard.noActions')}</p>}
      <ul className="latest">
        {actions.map(({ id, action, actor, target, created_at }) => (
          <li key={id}>
            <When at={created_at} />
            <span>
              <b className="name">{actor}</b>
              <span className="meta">
                <code>{action}</code> {target}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
