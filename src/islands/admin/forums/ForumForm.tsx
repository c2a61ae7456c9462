import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { ACCESSES, SLUG_PATTERN } from '#contracts/admin-choices.ts';
import type {
  AdminForumWire,
  ForumFieldsWire,
  ForumTreeWire,
} from '#contracts/wire/admin-forum.ts';
import { localizedName } from '#i18n/localized.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { Button } from '../../components/Button.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { AdminConfirmDialog } from '../form/AdminConfirmDialog.tsx';
import { CheckboxField, SelectField, TextField } from '../form/form-fields.tsx';
import { NameFields, requireNames } from '../form/NameFields.tsx';
import { SaveBar } from '../form/SaveBar.tsx';
import { useRowForm } from '../form/use-versioned-form.ts';
import { VersionConflict } from '../form/VersionConflict.tsx';
import { ForumIconField } from './ForumIconField.tsx';
import { ForumModerators } from './ForumModerators.tsx';
import { ForumThemes } from './ForumThemes.tsx';

interface Props {
  /** Undefined for a new forum of this section. */
  forum: AdminForumWire | undefined;
  sectionId: number;
  community: ForumTreeWire;
  onSaved(id: number, pages: number): void;
  onChanged(): void;
  onDeleted(): void;
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
const FIELD_LABELS = Object.fromEntries(
  FIELDS.map((field) => [field, `admin.forums.field.${field}`]),
) as Record<keyof ForumFieldsWire, TranslationKey>;
const EMPTY_FORUM: Omit<ForumFieldsWire, 'section_id'> = {
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

/** The form of a forum: its texts, access, themes and moderators. */
export function ForumForm({ forum, sectionId, community, onSaved, onChanged, onDeleted }: Props) {
  const { t, lang } = useTexts();
  const [deleting, setDeleting] = useState(false);
  const [isConfirmingPrivate, setConfirmingPrivate] = useState(false);
  const editor = useRowForm<AdminForumWire, ForumFieldsWire>({
    row: forum,
    toValues: (row) => (row ? valuesOf(row) : { ...EMPTY_FORUM, section_id: sectionId }),
    rules: {
      ...requireNames(t),
      slug: ({ slug }: ForumFieldsWire) =>
        SLUG_PATTERN.test(slug) ? undefined : t('admin.forums.problem.slug'),
    },
    create: (body) => call('POST /v2/admin/forums', { body }),
    edit: (request) => call('PUT /v2/admin/forums/{id}', request),
    done: ({ id, pages }) => onSaved(id, pages),
  });
  const { values, set, problems, touch, refusedFields, conflict, submit } = editor;
  const becomesPrivate = forum?.access === 'public' && values.access !== 'public';
  const renderTextField = (
    field: 'brief' | 'brief_en' | 'announcement' | 'announcement_en',
    max: number,
    rows: number,
  ) => (
    <TextField
      label={t(FIELD_LABELS[field])}
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
          if (becomesPrivate && !isConfirmingPrivate) setConfirmingPrivate(true);
          else void submit();
        }}
      >
        <h2>
          {forum
            ? localizedName(lang, { name: forum.name, nameEn: forum.name_en })
            : t('admin.forums.newForum')}
        </h2>
        {conflict && (
          <VersionConflict
            mine={values}
            theirs={conflict}
            labels={FIELD_LABELS}
            onTakeTheirs={editor.takeTheirs}
            onKeepMine={() => void editor.keepMine()}
          />
        )}
        <div className="pair">
          <NameFields editor={editor} />
        </div>
        <div className="pair">
          <SelectField
            label={t(FIELD_LABELS.section_id)}
            value={String(values.section_id)}
            options={community.sections.map(
              (one) =>
                [
                  String(one.id),
                  localizedName(lang, { name: one.name, nameEn: one.name_en }),
                ] as const,
            )}
            onChange={(id) => set({ section_id: Number(id) })}
          />
          <TextField
            label={t(FIELD_LABELS.slug)}
            hint={t('admin.forums.hint.slug')}
            mono
            max={40}
            value={values.slug}
            problem={
              problems.slug ??
              (refusedFields.includes('slug') ? t('admin.forums.problem.taken') : undefined)
            }
            onBlur={() => touch('slug')}
            onChange={(slug) => set({ slug })}
          />
        </div>
        <div className="pair">
          {renderTextField('brief', 200, 2)}
          {renderTextField('brief_en', 200, 2)}
        </div>
        <div className="pair">
          {renderTextField('announcement', 500, 3)}
          {renderTextField('announcement_en', 500, 3)}
        </div>
        <ForumIconField value={values.icon} onChange={(icon) => set({ icon })} />
        <SelectField
          label={t(FIELD_LABELS.access)}
          hint={t(`admin.forums.accessHint.${values.access}`)}
          value={values.access}
          options={ACCESSES.map((one) => [one, t(`admin.forums.access.${one}`)] as const)}
          onChange={(access) => set({ access })}
        />
        {values.access === 'groups' && (
          <fieldset className="field choices">
            <legend>{t(FIELD_LABELS.groups)}</legend>
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
                {localizedName(lang, { name: group.name, nameEn: group.name_en })}
              </label>
            ))}
          </fieldset>
        )}
        <CheckboxField
          label={t(FIELD_LABELS.recommended)}
          value={values.recommended}
          onChange={(recommended) => set({ recommended })}
        />
        <SaveBar editor={editor} isNew={!forum} />
      </form>
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
                onClick={() => setDeleting(true)}
              >
                {t('admin.form.delete')}
              </Button>
            </p>
          </section>
        </>
      )}
      {isConfirmingPrivate && (
        <AdminConfirmDialog
          title={t('admin.forums.closing')}
          text={t('admin.forums.closingText')}
          action={t('admin.form.save')}
          onClose={() => setConfirmingPrivate(false)}
          onSubmit={submit}
        />
      )}
      {deleting && forum && (
        <AdminConfirmDialog
          title={t('admin.forums.deleteForumTitle', { name: forum.name })}
          text={t('admin.forums.deleteForumText')}
          action={t('admin.form.delete')}
          onClose={() => setDeleting(false)}
          onSubmit={async () => {
            await call('DELETE /v2/admin/forums/{id}', { params: { id: forum.id } });
            onDeleted();
          }}
        />
      )}
    </>
  );
}
