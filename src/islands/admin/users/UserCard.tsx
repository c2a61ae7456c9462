import { useStore } from '@nanostores/react';
import { $currentAdmin } from '#client/admin/current-admin.ts';
import { adminPath } from '#contracts/admin.ts';
import { userPath } from '#contracts/paths.ts';
import type { AdminUserWire } from '#contracts/wire/admin-user.ts';
import { formatDay, formatNumber } from '#i18n/format.ts';
import { pickLang, wireName } from '#i18n/localized.ts';
import { Button } from '../../components/Button.tsx';
import { foreignLang } from '../../components/foreign-lang.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { Details } from '../components/Details.tsx';
import { BanStatus } from './BanStatus.tsx';
import { UserIdentity } from './UserIdentity.tsx';

const NUM = { className: 'num' };
const DOTS = { className: 'dots' };

/** A user with actions. Administrators can't ban or move themselves or users of a higher rank. */
export function UserCard({
  user,
  onDo: onAction,
}: {
  user: AdminUserWire;
  onDo(act: 'rename' | 'group' | 'warn' | 'ban' | 'unban'): void;
}) {
  const { t, lang } = useTexts();
  const isSelf = useStore($currentAdmin)?.id === user.id;
  return (
    <section className="block card">
      <div className="who">
        <UserIdentity user={user} size={56}>
          <span className="standing">
            <BanStatus user={user} />
          </span>
        </UserIdentity>
      </div>
      {user.description && <p lang={foreignLang(lang, user.description)}>{user.description}</p>}
      <Details
        rows={[
          [t('admin.users.column.group'), wireName(lang, user.group)],
          [
            t('admin.users.column.level'),
            <>
              {t('common.level', { n: user.level })}{' '}
              {pickLang(lang, user.level_name, user.level_name_en)}{' '}
              <span className="meta">
                {t('admin.users.credits', { n: formatNumber(lang, user.credits) })}
              </span>
            </>,
            NUM,
          ],
          [
            t('admin.users.moderates'),
            user.moderates.length > 0
              ? user.moderates.map((forum) => (
                  <span key={forum.id}>
                    <a className="link" href={adminPath('forums', '', { forum: forum.id })}>
                      {wireName(lang, forum)}
                    </a>
                  </span>
                ))
              : undefined,
            DOTS,
          ],
          [t('admin.users.column.joined'), formatDay(lang, new Date(user.created_at)), NUM],
          [t('admin.users.column.login'), <RelativeTime key="login" at={user.login_at} />, NUM],
          [
            t('admin.users.written'),
            (['threads', 'replies'] as const).map((what) => (
              <span key={what}>
                <a className="link" href={userPath(lang, user.id, what)}>
                  {t(`admin.users.number.${what}`)}
                </a>
              </span>
            )),
            DOTS,
          ],
        ]}
      />
      {isSelf || !user.below ? (
        <p className="hint">{t(isSelf ? 'admin.users.own' : 'admin.users.above')}</p>
      ) : (
        <p className="row">
          <Button onClick={() => onAction('rename')}>{t('admin.users.rename')}</Button>
          <Button onClick={() => onAction('group')}>{t('admin.users.regroup')}</Button>
          <Button onClick={() => onAction('warn')}>{t('admin.users.warnAct')}</Button>
          <Button className="bad" onClick={() => onAction('ban')}>
            {t(user.ban > 0 ? 'admin.users.rebanAct' : 'admin.users.banAct')}
          </Button>
          {user.ban > 0 && (
            <Button onClick={() => onAction('unban')}>{t('admin.users.unban')}</Button>
          )}
        </p>
      )}
    </section>
  );
}
