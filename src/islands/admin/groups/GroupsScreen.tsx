import { useStore } from '@nanostores/react';
import { $adminLocation, goToScreen } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import {
  ADMIN_GROUP_IDS,
  type GroupRight,
  MEMBER_RIGHTS,
  MODERATOR_GROUP_ID,
  MODERATOR_RIGHTS,
  UNENFORCED_RIGHTS,
} from '#contracts/admin-choices.ts';
import type { AdminGroupWire } from '#contracts/calls/admin/admin-user-calls.ts';
import { parseId } from '#contracts/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { wireName } from '#i18n/localized.ts';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { GroupDialog } from './GroupDialog.tsx';

const RIGHTS_BY_PART = {
  member: MEMBER_RIGHTS,
  moderator: MODERATOR_RIGHTS,
  clientsOnly: UNENFORCED_RIGHTS,
} as const;

/** Whether a group has a right; a text for screen readers where the column doesn't apply. */
function RightCell({
  group,
  right,
  part,
}: {
  group: AdminGroupWire;
  right: GroupRight;
  part: keyof typeof RIGHTS_BY_PART;
}) {
  const { t } = useTexts();
  const isMeaningless =
    part === 'moderator' && group.id !== MODERATOR_GROUP_ID && !ADMIN_GROUP_IDS.includes(group.id);
  const hasRight = !isMeaningless && group[right];
  return (
    <>
      {hasRight ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
      <span className="vh">
        {t(isMeaningless ? 'admin.groups.idle' : hasRight ? 'admin.groups.yes' : 'admin.groups.no')}
      </span>
    </>
  );
}

/** A row for each right, a column for each group. */
function RightsTable({ groups }: { groups: readonly AdminGroupWire[] }) {
  const { t, lang } = useTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards reach scroll areas
    <section className="scroll" tabIndex={0} aria-label={t('admin.screen.groups')}>
      <table className="rights">
        <thead>
          <tr>
            <td />
            {groups.map((group) => (
              <th key={group.id} scope="col">
                <a
                  className="link strong"
                  href={adminPath('groups', String(group.id))}
                  aria-label={t('admin.groups.editOne', { name: wireName(lang, group) })}
                >
                  {wireName(lang, group)}
                </a>
                <a className="meta num" href={adminPath('users', '', { group: group.id })}>
                  {t('admin.groups.members', {
                    count: group.members,
                    n: `${formatNumber(lang, group.members)}${group.more ? '+' : ''}`,
                  })}
                </a>
              </th>
            ))}
          </tr>
        </thead>
        {(Object.keys(RIGHTS_BY_PART) as (keyof typeof RIGHTS_BY_PART)[]).map((part) => (
          <tbody key={part}>
            <tr className="part">
              <th scope="rowgroup" colSpan={groups.length + 1}>
                <span>
                  <b>{t(`admin.groups.part.${part}`)}</b>{' '}
                  <span className="hint">{t(`admin.groups.partHint.${part}`)}</span>
                </span>
              </th>
            </tr>
            {RIGHTS_BY_PART[part].map((right) => (
              <tr key={right}>
                <th scope="row">{t(`admin.groups.right.${right}`)}</th>
                {groups.map((group) => (
                  <td key={group.id}>
                    <RightCell group={group} right={right} part={part} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** Groups and their rights (R20). The dialog of a group is at /bbs-admin/groups/{id}, or …/new. */
export default function GroupsScreen() {
  const { t } = useTexts();
  const { detail } = useStore($adminLocation);
  const { value, ...loading } = usePolledQuery('GET /v2/admin/groups');
  if (!value) return <LoadingOrError {...loading} about={t('admin.groups.about')} rows={8} />;
  const chosen = value.groups.find((group) => group.id === parseId(detail));
  const close = () => goToScreen(adminPath('groups'));
  return (
    <>
      <ScreenHeader text={t('admin.groups.about')}>
        <a className="btn fill" href={adminPath('groups', 'new')}>
          <Icon name="plus" />
          {t('admin.groups.new')}
        </a>
      </ScreenHeader>
      <RightsTable groups={value.groups} />
      {(chosen || detail === 'new') && (
        <GroupDialog
          key={chosen?.id ?? 'new'}
          group={chosen}
          onClose={close}
          onSaved={loading.reload}
        />
      )}
    </>
  );
}
