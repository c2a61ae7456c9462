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
import type { AdminGroupWire, GroupFieldsWire } from '#contracts/calls/admin/admin-user-calls.ts';
import { wireName } from '#i18n/localized.ts';
import { ChoicesField, toChoices } from '../../components/form-fields.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { RowDialog } from '../form/EditDialog.tsx';
import { nameFields } from '../form/FieldList.tsx';

interface Props {
  /** Undefined for a new group. */
  group: AdminGroupWire | undefined;
  onClose(): void;
  onSaved(): void;
}

/** A new group starts with the rights of members. */
const DEFAULT_RIGHTS: readonly GroupRight[] = [...MEMBER_RIGHTS, 'allow_view'];
const NEW_GROUP = {
  name: '',
  name_en: '',
  ...Object.fromEntries(GROUP_RIGHTS.map((right) => [right, DEFAULT_RIGHTS.includes(right)])),
} as GroupFieldsWire;

/** The names and rights of a group. The rights of administrators can't be removed. */
export function GroupDialog({ group, ...dialog }: Props) {
  const { t, lang } = useTexts();
  const isAdministrators = group !== undefined && ADMIN_GROUP_IDS.includes(group.id);
  const isModerators = group?.id === MODERATOR_GROUP_ID;
  const parts = {
    member: MEMBER_RIGHTS,
    ...(isModerators ? { moderator: MODERATOR_RIGHTS } : {}),
    clientsOnly: isModerators ? UNENFORCED_RIGHTS : [...MODERATOR_RIGHTS, ...UNENFORCED_RIGHTS],
  };
  return (
    <RowDialog<AdminGroupWire, GroupFieldsWire>
      {...dialog}
      title={group ? wireName(lang, group) : t('admin.groups.new')}
      requiresFreshLogin
      wide
      row={group}
      empty={NEW_GROUP}
      fields={(values, set) => [
        nameFields(t),
        ...(isAdministrators ? [] : Object.entries(parts)).map(([part, rights]) => ({
          kind: 'own' as const,
          name: rights[0] as GroupRight,
          label: t(`admin.groups.right.${rights[0] as GroupRight}`),
          draw: () => (
            <ChoicesField
              label={t(`admin.groups.part.${part as keyof typeof parts}`)}
              hint={t(`admin.groups.partHint.${part as keyof typeof parts}`)}
              isPaired
              value={rights.filter((right) => values[right])}
              options={toChoices(rights, (right) => t(`admin.groups.right.${right}`))}
              onChange={(chosen) =>
                set(Object.fromEntries(rights.map((right) => [right, chosen.includes(right)])))
              }
            />
          ),
        })),
      ]}
      labels={Object.fromEntries(toChoices(GROUP_RIGHTS, (one) => t(`admin.groups.right.${one}`)))}
      create={(body) => call('POST /v2/admin/groups', { body })}
      edit={(request) => call('PUT /v2/admin/groups/{id}', request)}
      deletion={
        group &&
        isCustomGroup(group.id) && {
          title: t('admin.groups.deleteTitle', { name: group.name }),
          text: t('admin.groups.deleteText'),
          blockedReason:
            group.members > 0 || group.forums > 0 ? t('admin.groups.inUse') : undefined,
          run: () => call('DELETE /v2/admin/groups/{id}', { params: { id: group.id } }),
        }
      }
    >
      {isAdministrators && <p className="hint">{t('admin.groups.everything')}</p>}
    </RowDialog>
  );
}
