import { useState } from 'react';
import {
  ACCESSES,
  type AdminForumWire,
  type ChangedWire,
  type CommunityWire,
  type ForumFieldsWire,
  SLUG,
} from '#contracts/wire/admin-forum.ts';
import type { Key } from '#i18n/key.ts';
import { nameOf } from '#i18n/named.ts';
import { call } from '#stores/api.ts';
import { Button } from '../../ui/Button.tsx';
import { useTexts } from '../../ui/text.ts';
import { Confirm } from '../form/Confirm.tsx';
import { Conflict } from '../form/Conflict.tsx';
import { useEditor } from '../form/editor.ts';
import { PickField, SwitchField, TextField } from '../form/fields.tsx';
import { NameFields, nameRules } from '../form/NameFields.tsx';
import { SaveBar } from '../form/SaveBar.tsx';
import { ForumIconField } from './ForumIconField.tsx';
import { Moderators } from './Moderators.tsx';
import { Themes } from './Themes.tsx';

interface Props {
  /** Without one: a new forum of this section. */
  forum: AdminForumWire | undefined;
  sectionId: number;
  community: CommunityWire;
  onSaved(id: number, pages: number): void;
  onChanged(): void;
  onGone(): void;
}

const FIELDS = [
  'section_id',
  'slug',
  'name',
  'name_en',
  'brief',
  'brief_en',
  'announcement',
  'announcement_en',
  'icon',
  'link_url',
  'recommended',
  'access',
  'groups',
] as const;
const LABELS = Object.fromEntries(
  FIELDS.map((field) => [field, `admin.forums.field.${field}`]),
) as Record<keyof ForumFieldsWire, Key>;
const EMPTY: Omit<ForumFieldsWire, 'section_id'> = {
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
const valuesOf = (forum: AdminForumWire): ForumFieldsWire =>
  Object.fromEntries(FIELDS.map((field) => [field, forum[field]])) as unknown as ForumFieldsWire;

/** All of a forum: its texts, who may read it, its kinds of thread and its moderators. */
export function ForumForm({ forum, sectionId, community, onSaved, onChanged, onGone }: Props) {
  const { t, lang } = useTexts();
  const [deleting, setDeleting] = useState(false);
  const [closing, setClosing] = useState(false);
  const editor = useEditor<ForumFieldsWire, ChangedWire>({
    initial: forum ? valuesOf(forum) : { ...EMPTY, section_id: sectionId },
    version: forum?.version ?? 0,
    rules: {
      ...nameRules(t),
      slug: ({ slug }: ForumFieldsWire) =>
        SLUG.test(slug) ? undefined : t('admin.forums.problem.slug'),
    },
    save: (values, version) =>
      forum
        ? call(`/v2/admin/forums/${forum.id}`, { method: 'PUT', body: { ...values, version } })
        : call('/v2/admin/forums', { method: 'POST', body: { ...values } }),
    theirs: (payload) => ({
      values: valuesOf(payload as AdminForumWire),
      version: (payload as AdminForumWire).version,
    }),
    done: ({ id, pages }) => onSaved(id, pages),
  });
  const { values, set, problems, touch, refused, conflict, submit } = editor;
  const closes = forum?.access === 'public' && values.access !== 'public';
  const text = (
    field: 'brief' | 'brief_en' | 'announcement' | 'announcement_en',
    max: number,
    rows: number,
  ) => (
    <TextField
      label={t(LABELS[field])}
      lang={field.endsWith('_en') ? 'en' : 'zh-CN'}
      rows={rows}
      max={max}
      value={values[field]}
      onChange={(value) => set({ [field]: value })}
    />
  );
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (closes && !closing) setClosing(true);
          else void submit();
        }}
      >
        <h2>
          {forum
            ? nameOf(lang, { name: forum.name, nameEn: forum.name_en })
            : t('admin.forums.newForum')}
        </h2>
        {conflict && (
          <Conflict
            mine={values}
            theirs={conflict}
            labels={LABELS}
            onTheirs={editor.takeTheirs}
            onMine={() => void editor.keepMine()}
          />
        )}
        <div className="pair">
          <NameFields editor={editor} />
        </div>
        <div className="pair">
          <PickField
            label={t(LABELS.section_id)}
            value={String(values.section_id)}
            options={community.sections.map(
              (one) =>
                [String(one.id), nameOf(lang, { name: one.name, nameEn: one.name_en })] as const,
            )}
            onChange={(id) => set({ section_id: Number(id) })}
          />
          <TextField
            label={t(LABELS.slug)}
            hint={t('admin.forums.hint.slug')}
            mono
            max={40}
            value={values.slug}
            problem={
              problems.slug ??
              (refused.includes('slug') ? t('admin.forums.problem.taken') : undefined)
            }
            onBlur={() => touch('slug')}
            onChange={(slug) => set({ slug })}
          />
        </div>
        <div className="pair">
          {text('brief', 200, 2)}
          {text('brief_en', 200, 2)}
        </div>
        <div className="pair">
          {text('announcement', 500, 3)}
          {text('announcement_en', 500, 3)}
        </div>
        <ForumIconField value={values.icon} onChange={(icon) => set({ icon })} />
        <PickField
          label={t(LABELS.access)}
          hint={t(`admin.forums.accessHint.${values.access}`)}
          value={values.access}
          options={ACCESSES.map((one) => [one, t(`admin.forums.access.${one}`)] as const)}
          onChange={(access) => set({ access })}
        />
        {values.access === 'groups' && (
          <fieldset className="field choices">
            <legend>{t(LABELS.groups)}</legend>
            {community.groups.map((group) => (
              <label key={group.id}>
                <input
                  type="checkbox"
                  checked={values.groups.includes(group.id)}
                  onChange={(event) =>
                    set({
                      groups: event.target.checked
                        ? [...values.groups, group.id]
                        : values.groups.filter((id) => id !== group.id),
                    })
                  }
                />
                {nameOf(lang, { name: group.name, nameEn: group.name_en })}
              </label>
            ))}
          </fieldset>
        )}
        <SwitchField
          label={t(LABELS.recommended)}
          value={values.recommended}
          onChange={(recommended) => set({ recommended })}
        />
        <SaveBar editor={editor} fresh={!forum} />
      </form>
      {forum && (
        <>
          <Themes key={`themes${forum.id}`} forum={forum} onChanged={onChanged} />
          <Moderators key={`moderators${forum.id}`} forum={forum} onChanged={onChanged} />
          <section className="block">
            <h2>{t('admin.forums.deleteForum')}</h2>
            <p className="hint">{t('admin.forums.deleteForumHint')}</p>
            <p className="row">
              <Button
                className="small bad"
                idle={forum.posts > 0}
                onClick={() => setDeleting(true)}
              >
                {t('admin.form.delete')}
              </Button>
            </p>
          </section>
        </>
      )}
      {closing && (
        <Confirm
          title={t('admin.forums.closing')}
          text={t('admin.forums.closingText')}
          action={t('admin.form.save')}
          onClose={() => setClosing(false)}
          act={submit}
        />
      )}
      {deleting && forum && (
        <Confirm
          title={t('admin.forums.deleteForumTitle', { name: forum.name })}
          text={t('admin.forums.deleteForumText')}
          action={t('admin.form.delete')}
          onClose={() => setDeleting(false)}
          act={async () => {
            await call(`/v2/admin/forums/${forum.id}`, { method: 'DELETE' });
            onGone();
          }}
        />
      )}
    </>
  );
}
