import type { AdminForumWire } from '#contracts/wire/admin-forum.ts';
import { call } from '#stores/api.ts';
import { report, tell } from '#stores/tips.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useTexts } from '../../ui/text.ts';
import { FindPerson } from '../ui/FindPerson.tsx';

/**
 * A forum's moderators. Appointing asks for a login of the last ten minutes; the browser goes there
 * and comes back.
 */
export function Moderators({ forum, onChanged }: { forum: AdminForumWire; onChanged(): void }) {
  const { t } = useTexts();
  const put = async (ids: number[]) => {
    try {
      const { pages } = await call<{ pages: number }>(`/v2/admin/forums/${forum.id}/moderators`, {
        method: 'PUT',
        body: { ids },
      });
      tell({ key: 'admin.form.saved', values: { count: pages } });
      onChanged();
    } catch (error) {
      report(error);
    }
  };
  const ids = forum.moderators.map((one) => one.id);
  return (
    <section className="block">
      <h2>{t('admin.forums.moderators')}</h2>
      <ul className="persons">
        {forum.moderators.map((person) => (
          <li key={person.id} className="line">
            <Avatar person={person} size={28} />
            <span className="open name">{person.nickname}</span>
            <button
              type="button"
              className="bare"
              aria-label={t('admin.forums.removeModerator', { name: person.nickname })}
              onClick={() => void put(ids.filter((id) => id !== person.id))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {ids.length === 0 && <p className="hint">{t('admin.forums.noModerators')}</p>}
      <FindPerson
        label={t('admin.forums.findPerson')}
        action={t('admin.forums.add')}
        actionOn={(name) => t('admin.forums.appoint', { name })}
        taken={ids}
        onPick={(person) => put([...ids, person.id])}
      />
    </section>
  );
}
