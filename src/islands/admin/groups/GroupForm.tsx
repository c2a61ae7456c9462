import type { ChangedWire } from '#contracts/wire/admin-forum.ts';
import {
  ADMINISTRATORS,
  type AdminGroupWire,
  GROUP_RIGHTS,
  type GroupFieldsWire,
  type GroupRight,
  isOwnGroup,
  MEMBER_RIGHTS,
  MODERATOR_RIGHTS,
  MODERATORS,
  TOLD_RIGHTS,
} from '#contracts/wire/admin-group.ts';
import type { Key } from '#i18n/key.ts';
import { inLang } from '#i18n/named.ts';
import { call } from '#stores/api.ts';
import { tell } from '#stores/tips.ts';
import { useTexts } from '../../ui/text.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { useEditor } from '../form/editor.ts';
import { NameFields, nameRules } from '../form/NameFields.tsx';

interface Props {
  /** Without one: a new group. */
  group: AdminGroupWire | undefined;
  onClose(): void;
  onSaved(): void;
}

const FIELDS = ['name', 'name_en', ...GROUP_RIGHTS] as const;
/** What a new group begins with: what members may. */
const FIRST: readonly GroupRight[] = [...MEMBER_RIGHTS, 'allow_view'];
const EMPTY = Object.fromEntries(
  FIELDS.map((field) => [
    field,
    field.startsWith('allow') ? FIRST.includes(field as GroupRight) : '',
  ]),
) as unknown as GroupFieldsWire;
const valuesOf = (group: AdminGroupWire): GroupFieldsWire =>
  Object.fromEntries(FIELDS.map((field) => [field, group[field]])) as unknown as GroupFieldsWire;
const LABELS: Partial<Record<keyof GroupFieldsWire, Key>> = {
  name: 'admin.forums.field.name',
  name_en: 'admin.forums.field.name_en',
  ...(Object.fromEntries(
    GROUP_RIGHTS.map((right) => [right, `admin.groups.right.${right}`]),
  ) as Record<GroupRight, Key>),
};

/** A group's names and rights, or a new one. What administrators may can't be taken from them. */
export function GroupForm({ group, onClose, onSaved }: Props) {
  const { t, lang } = useTexts();
  const editor = useEditor<GroupFieldsWire, ChangedWire>({
    initial: group ? valuesOf(group) : EMPTY,
    version: group?.version ?? 0,
    rules: nameRules(t),
    save: (values, version) =>
      group
        ? call(`/v2/admin/groups/${group.id}`, { method: 'PUT', body: { ...values, version } })
        : call('/v2/admin/groups', { method: 'POST', body: { ...values } }),
    theirs: (payload) => ({
      values: valuesOf(payload as AdminGroupWire),
      version: (payload as AdminGroupWire).version,
    }),
    done({ pages }) {
      tell({ key: 'admin.form.saved', values: { count: pages } });
      onSaved();
      onClose();
    },
  });
  const { values, set } = editor;
  const moderators = group?.id === MODERATORS;
  const rights = (part: 'member' | 'moderator' | 'told', names: readonly GroupRight[]) => (
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
  const kept =
    group && (group.members > 0 || group.forums > 0) ? t('admin.groups.kept') : undefined;
  return (
    <EditDialog
      title={group ? inLang(lang, group.name, group.name_en) : t('admin.groups.new')}
      editor={editor}
      labels={LABELS}
      guarded
      wide
      fresh={!group}
      removal={
        group &&
        isOwnGroup(group.id) && {
          title: t('admin.groups.deleteTitle', { name: group.name }),
          text: t('admin.groups.deleteText'),
          action: t('admin.form.delete'),
          kept,
          act: async () => {
            await call(`/v2/admin/groups/${group.id}`, { method: 'DELETE' });
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
      {group && ADMINISTRATORS.includes(group.id) ? (
        <p className="hint">{t('admin.groups.everything')}</p>
      ) : (
        <>
          {rights('member', MEMBER_RIGHTS)}
          {moderators && rights('moderator', MODERATOR_RIGHTS)}
          {rights('told', moderators ? TOLD_RIGHTS : [...MODERATOR_RIGHTS, ...TOLD_RIGHTS])}
        </>
      )}
    </EditDialog>
  );
}
