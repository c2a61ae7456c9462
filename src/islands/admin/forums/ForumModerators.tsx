import { call } from '#client/core/api.ts';
import { showErrorToast, showToast } from '#client/core/toasts.ts';
import type { AdminForumWire } from '#contracts/wire/admin-forum.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { PersonPicker } from '../components/PersonPicker.tsx';

/**
 * The moderators of a forum. Appointing one needs a login of the last ten minutes; the browser goes
 * there and returns.
 */
export function ForumModerators({
  forum,
  onChanged,
}: {
  forum: AdminForumWire;
  onChanged(): void;
}) {
  const { t } = useTexts();
  const saveModerators = async (ids: number[]) => {
    try {
      const { pages } = await call('PUT /v2/admin/forums/{id}/moderators', {
        params: { id: forum.id },
        body: { ids },
      });
      showToast({ key: 'admin.form.saved', values: { count: pages } });
      onChanged();
    } catch (error) {
      showErrorToast(error);
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
              onClick={() => void saveModerators(ids.filter((id) => id !== person.id))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {ids.length === 0 && <p className="hint">{t('admin.forums.noModerators')}</p>}
      <PersonPicker
        label={t('admin.forums.findPerson')}
        action={t('admin.forums.add')}
        actionLabel={(name) => t('admin.forums.appoint', { name })}
        excludedIds={ids}
        onPick={(person) => saveModerators([...ids, person.id])}
      />
    </section>
  );
}
