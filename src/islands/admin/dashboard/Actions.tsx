import { adminPath } from '#contracts/admin.ts';
import type { DashboardWire } from '#contracts/wire/admin-dashboard.ts';
import type { AdminLogEntryWire } from '#contracts/wire/admin-moderation.ts';
import { useTexts } from '../../ui/text.ts';
import { CONFIG_NAMES } from '../config/names.ts';
import { useActName } from '../log/acts.ts';
import { forumName } from '../ui/forums.ts';
import { When } from '../ui/When.tsx';

/** What an act was done to, in words; nothing where the act says it all. */
function useTargetName(): (entry: AdminLogEntryWire) => string {
  const { t, lang } = useTexts();
  return (entry) => {
    const { kind, id, name } = entry.target;
    const entryOfSite = CONFIG_NAMES.find((one) => one === name);
    if (kind === 'name') return entryOfSite ? t(`admin.config.name.${entryOfSite}`) : '';
    return (kind === 'forum' && forumName(lang, entry)) || name || t('admin.log.numbered', { id });
  };
}

/** What administrators and moderators did last. */
export function Actions({ actions }: { actions: DashboardWire['actions'] }) {
  const { t } = useTexts();
  const nameOf = useActName();
  const targetOf = useTargetName();
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
            <When at={entry.created_at} />
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
