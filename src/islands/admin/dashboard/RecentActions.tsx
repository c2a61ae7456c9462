import { adminPath } from '#contracts/admin.ts';
import { CONFIG_NAMES } from '#contracts/config-entries.ts';
import type { DashboardWire } from '#contracts/wire/admin-dashboard.ts';
import type { AdminLogEntryWire } from '#contracts/wire/admin-moderation.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { useActionName } from '../../moderation/queue/use-action-name.ts';
import { forumName } from '../hooks/use-forums.ts';

/** The target of an action in words; nothing where the action says it. */
function useActionTargetName(): (entry: AdminLogEntryWire) => string {
  const { t, lang } = useTexts();
  return (entry) => {
    const { kind, id, name } = entry.target;
    const configName = CONFIG_NAMES.find((one) => one === name);
    if (kind === 'name') return configName ? t(`admin.config.name.${configName}`) : '';
    return (
      (kind === 'forum' && forumName(lang, entry)) || name || t('moderation.log.numbered', { id })
    );
  };
}

/** The latest actions of administrators and moderators. */
export function RecentActions({ actions }: { actions: DashboardWire['actions'] }) {
  const { t } = useTexts();
  const nameOf = useActionName();
  const targetOf = useActionTargetName();
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
        {actions.map((entry) => (
          <li key={entry.id}>
            <RelativeTime at={entry.created_at} />
            <span>
              <b className="name">{entry.actor.nickname}</b>
              <span className="meta">
                {nameOf(entry.action)} {targetOf(entry)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
