import { call } from '#client/core/api.ts';
import {
  ADMIN_GROUP_IDS,
  GROUP_RIGHTS,
  type GroupRight,
  isCustomGroup,
  MEMBER_RIGHTS,
  MODERATOR_GROUP_ID,
  MODERATOR_RIGHTS,
  UNENFORCED_RIGHTS,
} from '#contracts/admin-choices.ts';
import type { AdminGroupWire, GroupFieldsWire } from '#contracts/wire/admin-group.ts';
import { pickLang } from '#i18n/localized.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { NameFields, requireNames } from '../form/NameFields.tsx';
import { closeWhenSaved, useRowForm } from '../form/use-versioned-form.ts';

interface Props {
  /** Undefined for a new group. */
  group: AdminGroupWire | undefined;
  onClose(): void;
  onSaved(): void;
}

const FIELDS = ['name', 'name_en', ...GROUP_RIGHTS] as const;
/** The initial rights of a new group: those of members. */
const DEFAULT_RIGHTS: readonly GroupRight[] = [...MEMBER_RIGHTS, 'allow_view'];
const EMPTY_GROUP = Object.fromEntries(
  FIELDS.map((field) => [
    field,
    field.startsWith('allow') ? DEFAULT_RIGHTS.includes(field as GroupRight) : '',
  ]),
) as unknown as GroupFieldsWire;
const valuesOf = (group: AdminGroupWire | undefined): GroupFieldsWire =>
  group
    ? (Object.fromEntries(
        FIELDS.map((field) => [field, group[field]]),
      ) as unknown as GroupFieldsWire)
    : EMPTY_GROUP;
const FIELD_LABELS: Partial<Record<keyof GroupFieldsWire, TranslationKey>> = {
  name: 'admin.forums.field.name',
  name_en: 'admin.forums.field.name_en',
  ...(Object.fromEntries(
    GROUP_RIGHTS.map((right) => [right, `admin.groups.right.${right}`]),
  ) as Record<GroupRight, TranslationKey>),
};

/** The names and rights of a group, or a new one. The rights of administrators can't be removed. */
export function GroupDialog({ group, onClose, onSaved }: Props) {
  const { t, lang } = useTexts();
  const editor = useRowForm<AdminGroupWire, GroupFieldsWire>({
    row: group,
    toValues: valuesOf,
    rules: requireNames(t),
    create: (body) => call('POST /v2/admin/groups', { body }),
    edit: (request) => call('PUT /v2/admin/groups/{id}', request),
    done: closeWhenSaved(onSaved, onClose),
  });
  const { values, set } = editor;
  const isModeratorsGroup = group?.id === MODERATOR_GROUP_ID;
  const renderRights = (part: 'member' | 'moderator' | 'told', names: readonly GroupRight[]) => (
    <fieldset className="field choices">
      <legend>
        {t(`admin.groups.part.${part}`)}{' '}
        <span className="hint">{t(`admin.groups.partHint.${part}`)}</span>
      </legend>
      <div className="pair">
        {names.map((right) => (
          <label key={right}>
            <input
              type="checkbox"
              checked={values[right]}
              onChange={(event) => set({ [right]: event.target.checked })}
            />
            {t(`admin.groups.right.${right}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
  const blockedReason =
    group && (group.members > 0 || group.forums > 0) ? t('admin.groups.kept') : undefined;
  return (
    <EditDialog
      title={group ? pickLang(lang, group.name, group.name_en) : t('admin.groups.new')}
      editor={editor}
      labels={FIELD_LABELS}
      requiresFreshLogin
      wide
      isNew={!group}
      deletion={
        group &&
        isCustomGroup(group.id) && {
          title: t('admin.groups.deleteTitle', { name: group.name }),
          text: t('admin.groups.deleteText'),
          action: t('admin.form.delete'),
          blockedReason,
          run: async () => {
            await call('DELETE /v2/admin/groups/{id}', { params: { id: group.id } });
            onSaved();
            onClose();
          },
        }
      }
      onClose={onClose}
    >
      <div className="pair">
        <NameFields editor={editor} />
      </div>
      {group && ADMIN_GROUP_IDS.includes(group.id) ? (
        <p className="hint">{t('admin.groups.everything')}</p>
      ) : (
        <>
          {renderRights('member', MEMBER_RIGHTS)}
          {isModeratorsGroup && renderRights('moderator', MODERATOR_RIGHTS)}
          {renderRights(
            'told',
            isModeratorsGroup ? UNENFORCED_RIGHTS : [...MODERATOR_RIGHTS, ...UNENFORCED_RIGHTS],
          )}
        </>
      )}
    </EditDialog>
  );
}
