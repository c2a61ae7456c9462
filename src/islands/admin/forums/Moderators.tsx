import { useState } from 'react';
import type { AdminForumWire } from '#contracts/wire/admin-forum.ts';
import type { FoundWire } from '#contracts/wire/admin-me.ts';
import { call } from '#stores/api.ts';
import { report, tell } from '#stores/tips.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useTexts } from '../../ui/text.ts';
import { Field } from '../form/fields.tsx';

/** A forum's moderators. Appointing asks for a login of the last ten minutes; the browser goes there and comes back. */
export function Moderators({ forum, onChanged }: { forum: AdminForumWire; onChanged(): void }) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const [found, setFound] = useState<FoundWire['users']>();
  const put = async (ids: number[]) => {
    try {
      const { pages } = await call<{ pages: number }>(`/v2/admin/forums/${forum.id}/moderators`, { method: 'PUT', body: { ids } });
      tell({ key: 'admin.form.saved', values: { count: pages } });
      setText('');
      setFound(undefined);
      onChanged();
    } catch (error) {
      report(error);
    }
  };
  const look = async () => {
    try {
      setFound((await call<FoundWire>('/v2/admin/find', { query: { q: text.trim() } })).users);
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
            <button type="button" className="bare" aria-label={t('admin.forums.removeModerator', { name: person.nickname })} onClick={() => void put(ids.filter((id) => id !== person.id))}>
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {ids.length === 0 && <p className="hint">{t('admin.forums.noModerators')}</p>}
      <form
        className="inline"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) void look();
        }}
      >
        <Field label={t('admin.forums.findPerson')} hint={t('admin.forums.findPersonHint')}>
          {(given) => <input {...given} value={text} maxLength={60} autoComplete="off" onChange={(event) => setText(event.target.value)} />}
        </Field>
        <Button type="submit">{t('admin.forums.find')}</Button>
      </form>
      {found && (
        <ul className="persons" aria-label={t('admin.forums.found')}>
          {found.map((person) => (
            <li key={person.id} className="line">
              <Avatar person={person} size={28} />
              <span className="open name">{person.nickname}</span>
              <Button className="small" idle={ids.includes(person.id)} aria-label={t('admin.forums.appoint', { name: person.nickname })} onClick={() => void put([...ids, person.id])}>
                {t('admin.forums.add')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {found?.length === 0 && (
        <p className="hint" role="status">
          {t('admin.find.nothing')}
        </p>
      )}
    </section>
  );
}
