import { adminPath } from '#contracts/admin.ts';
import {
  ADMINISTRATORS,
  type AdminGroupWire,
  type GroupRight,
  MEMBER_RIGHTS,
  MODERATOR_RIGHTS,
  MODERATORS,
  TOLD_RIGHTS,
} from '#contracts/wire/admin-group.ts';
import { formatNumber } from '#i18n/format.ts';
import { inLang } from '#i18n/named.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useTexts } from '../../ui/text.ts';

const PARTS = { member: MEMBER_RIGHTS, moderator: MODERATOR_RIGHTS, told: TOLD_RIGHTS } as const;

/** Whether a group has a right; where its column means nothing, that is said to who hears it. */
function Cell({
  group,
  right,
  part,
}: {
  group: AdminGroupWire;
  right: GroupRight;
  part: keyof typeof PARTS;
}) {
  const { t } = useTexts();
  const idle =
    part === 'moderator' && group.id !== MODERATORS && !ADMINISTRATORS.includes(group.id);
  const has = !idle && group[right];
  return (
    <>
      {has ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
      <span className="vh">
        {t(idle ? 'admin.groups.idle' : has ? 'admin.groups.yes' : 'admin.groups.no')}
      </span>
    </>
  );
}

/** A row for each right, a column for each group. */
export function RightsTable({ groups }: { groups: readonly AdminGroupWire[] }) {
  const { t, lang } = useTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards reach what scrolls
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
                  aria-label={t('admin.groups.editOne', {
                    name: inLang(lang, group.name, group.name_en),
                  })}
                >
                  {inLang(lang, group.name, group.name_en)}
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
        {(Object.keys(PARTS) as (keyof typeof PARTS)[]).map((part) => (
          <tbody key={part}>
            <tr className="part">
              <th scope="rowgroup" colSpan={groups.length + 1}>
                <span>
                  <b>{t(`admin.groups.part.${part}`)}</b>{' '}
                  <span className="hint">{t(`admin.groups.partHint.${part}`)}</span>
                </span>
              </th>
            </tr>
            {PARTS[part].map((right) => (
              <tr key={right}>
                <th scope="row">{t(`admin.groups.right.${right}`)}</th>
                {groups.map((group) => (
                  <td key={group.id}>
                    <Cell group={group} right={right} part={part} />
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
