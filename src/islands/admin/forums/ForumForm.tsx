import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { showErrorToast, showToast } from '#client/core/toasts.ts';
import { ACCESSES, MAX_SLUG_CHARACTERS, SLUG_PATTERN } from '#contracts/admin-choices.ts';
import type {
  AdminForumWire,
  ForumFieldsWire,
  ForumTreeWire,
} from '#contracts/wire/admin-forum.ts';
import { wireName } from '#i18n/localized.ts';
import type { AnyIconName } from '#styles/forum-icons.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Button } from '../../components/Button.tsx';
import { ForumIcon } from '../../components/ForumIcon.tsx';
import { toChoices } from '../../components/form-fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { PersonPicker } from '../components/PersonPicker.tsx';
import { PictureField } from '../components/PictureField.tsx';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';
import { EditForm } from '../form/EditDialog.tsx';
import { localizedFields, nameFields } from '../form/FieldList.tsx';
import { useRowForm } from '../form/use-versioned-form.ts';
import { toNamedChoices } from '../hooks/use-forums.ts';
import { ForumThemes } from './ForumThemes.tsx';

/** A forum's moderators. Appointing one needs a fresh login, after which the browser returns. */
function ForumModerators({ forum, onChanged }: { forum: AdminForumWire; onChanged(): void }) {
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
  const ids = forum.moderators.map((moderator) => moderator.id);
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

/** The built-in icons; a forum may have an uploaded picture instead. */
const TOPIC_ICONS: readonly AnyIconName[] = [
  'monitor',
  'disc',
  'chip',
  'box',
  'network',
  'battery',
  'code',
  'layers',
  'terminal',
  'branch',
  'book',
  'brush',
  'film',
  'gamepad',
  'bulb',
  'cup',
  'door',
  'calendar',
  'flag',
  'server',
  'cubes',
  'shield',
  'building',
];

interface IconProps {
  value: string;
  onChange(icon: string): void;
}

function ForumIconField({ value, onChange }: IconProps) {
  const { t } = useTexts();
  return (
    <>
      <fieldset className="field icons">
        <legend>{t('admin.forums.field.icon')}</legend>
        {TOPIC_ICONS.map((name) => (
          <label key={name}>
            <input
              className="vh"
              type="radio"
              name="icon"
              checked={value === name}
              onChange={() => onChange(name)}
              aria-label={name}
            />
            <ForumIcon icon={name} />
          </label>
        ))}
      </fieldset>
      <PictureField
        label={t('admin.forums.field.picture')}
        hint={t('admin.forums.hint.picture')}
        value={value.startsWith('/') ? value : ''}
        onChange={onChange}
      />
    </>
  );
}

interface Props {
  /** Undefined for a new forum of this section. */
  forum: AdminForumWire | undefined;
  sectionId: number;
  community: ForumTreeWire;
  onSaved(id: number, pages: number): void;
  onChanged(): void;
  onDeleted(): void;
}

const NEW_FORUM: ForumFieldsWire = {
  section_id: 0,
  slug: '',
  name: '',
  name_en: '',
  brief: '',
  brief_en: '',
  announcement: '',
  announcement_en: '',
  icon: '',
  link_url: '',
  recommended: false,
  access: 'public',
  groups: [],
};
const FIELDS = Object.keys(NEW_FORUM) as (keyof ForumFieldsWire)[];

/** The form of a forum: its texts, access, themes and moderators. */
export function ForumForm({ forum, sectionId, community, onSaved, onChanged, onDeleted }: Props) {
  const { t, lang } = useTexts();
  const [dialog, setDialog] = useState<'delete' | 'close'>();
  const label = (name: keyof ForumFieldsWire) => t(`admin.forums.field.${name}`);
  const editor = useRowForm<AdminForumWire, ForumFieldsWire>({
    row: forum,
    empty: { ...NEW_FORUM, section_id: sectionId },
    fields: ({ access, icon }, set) => [
      nameFields(t),
      [
        {
          kind: 'choice',
          name: 'section_id',
          label: label('section_id'),
          options: toNamedChoices(lang, community.sections),
        },
        {
          name: 'slug',
          label: label('slug'),
          hint: t('admin.forums.hint.slug'),
          mono: true,
          max: MAX_SLUG_CHARACTERS,
          check: ({ slug }) =>
            SLUG_PATTERN.test(slug) ? undefined : t('admin.forums.problem.slug'),
          refused: t('admin.forums.problem.taken'),
        },
      ],
      localizedFields(t, 'brief', { rows: 2 }),
      localizedFields(t, 'announcement', { rows: 3 }),
      {
        kind: 'own',
        name: 'icon',
        label: label('icon'),
        draw: () => <ForumIconField value={icon} onChange={(chosen) => set({ icon: chosen })} />,
      },
      {
        kind: 'choice',
        name: 'access',
        label: label('access'),
        hint: t(`admin.forums.accessHint.${access}`),
        options: toChoices(ACCESSES, (one) => t(`admin.forums.access.${one}`)),
      },
      access === 'groups' && {
        kind: 'choices',
        name: 'groups',
        label: label('groups'),
        options: toNamedChoices(lang, community.groups),
      },
      { kind: 'switch', name: 'recommended', label: label('recommended') },
    ],
    create: (body) => call('POST /v2/admin/forums', { body }),
    edit: (request) => call('PUT /v2/admin/forums/{id}', request),
    done: ({ id, pages }) => onSaved(id, pages),
  });
  const becomesPrivate = forum?.access === 'public' && editor.values.access !== 'public';
  return (
    <>
      <EditForm
        editor={editor}
        isNew={!forum}
        labels={Object.fromEntries(FIELDS.map((name) => [name, label(name)]))}
        heading={<h2>{forum ? wireName(lang, forum) : t('admin.forums.newForum')}</h2>}
        onSubmit={() =>
          becomesPrivate && dialog !== 'close' ? setDialog('close') : editor.submit()
        }
      />
      {forum && (
        <>
          <ForumThemes key={`themes${forum.id}`} forum={forum} onChanged={onChanged} />
          <ForumModerators key={`moderators${forum.id}`} forum={forum} onChanged={onChanged} />
          <section className="block">
            <h2>{t('admin.forums.deleteForum')}</h2>
            <p className="hint">{t('admin.forums.deleteForumHint')}</p>
            <p className="row">
              <Button
                className="small bad"
                isInactive={forum.posts > 0}
                onClick={() => setDialog('delete')}
              >
                {t('admin.form.delete')}
              </Button>
            </p>
          </section>
        </>
      )}
      {dialog === 'close' && (
        <AdminFormDialog
          title={t('admin.forums.closing')}
          text={t('admin.forums.closingText')}
          action={t('admin.form.save')}
          isDangerous
          onClose={() => setDialog(undefined)}
          onSubmit={editor.submit}
        />
      )}
      {dialog === 'delete' && forum && (
        <AdminFormDialog
          title={t('admin.forums.deleteForumTitle', { name: forum.name })}
          text={t('admin.forums.deleteForumText')}
          action={t('admin.form.delete')}
          isDangerous
          onClose={() => setDialog(undefined)}
          onSubmit={() =>
            call('DELETE /v2/admin/forums/{id}', { params: { id: forum.id } }).then(onDeleted)
          }
        />
      )}
    </>
  );
}
