import { useStore } from '@nanostores/react';
import { adminPath } from '#contracts/admin.ts';
import { userPath } from '#contracts/paths.ts';
import type { AdminUserWire } from '#contracts/wire/admin-user.ts';
import { formatDay, formatNumber } from '#i18n/format.ts';
import { inLang } from '#i18n/named.ts';
import { $me } from '#stores/admin/me.ts';
import { Button } from '../../ui/Button.tsx';
import { useTexts } from '../../ui/text.ts';
import { When } from '../ui/When.tsx';
import { Standing } from './Standing.tsx';
import { Who } from './Who.tsx';

/**
 * Who somebody is, and what can be done. Nobody bans or moves themselves, or who stands above them.
 */
export function Card({
  user,
  onDo,
}: {
  user: AdminUserWire;
  onDo(act: 'group' | 'ban' | 'unban'): void;
}) {
  const { t, lang } = useTexts();
  const own = useStore($me)?.id === user.id;
  return (
    <section className="block card">
      <div className="who">
        <Who user={user} size={56}>
          <span className="standing">
            <Standing user={user} />
          </span>
        </Who>
      </div>
      {user.description && <p>{user.description}</p>}
      <dl className="details">
        <div>
          <dt>{t('admin.users.column.group')}</dt>
          <dd>{inLang(lang, user.group.name, user.group.name_en)}</dd>
        </div>
        <div>
          <dt>{t('admin.users.column.level')}</dt>
          <dd className="num">
            {t('common.level', { n: user.level })}{' '}
            {inLang(lang, user.level_name, user.level_name_en)}{' '}
            <span className="meta">
              {t('admin.users.credits', { n: formatNumber(lang, user.credits) })}
            </span>
          </dd>
        </div>
        {user.moderates.length > 0 && (
          <div>
            <dt>{t('admin.users.moderates')}</dt>
            <dd className="dots">
              {user.moderates.map((forum) => (
                <span key={forum.id}>
                  <a className="link" href={adminPath('forums', '', { forum: forum.id })}>
                    {inLang(lang, forum.name, forum.name_en)}
                  </a>
                </span>
              ))}
            </dd>
          </div>
        )}
        <div>
          <dt>{t('admin.users.column.joined')}</dt>
          <dd className="num">{formatDay(lang, new Date(user.created_at))}</dd>
        </div>
        <div>
          <dt>{t('admin.users.column.login')}</dt>
          <dd className="num">
            <When at={user.login_at} />
          </dd>
        </div>
        <div>
          <dt>{t('admin.users.written')}</dt>
          <dd className="dots">
            <span>
              <a className="link" href={userPath(lang, user.id)}>
                {t('admin.users.number.threads')}
              </a>
            </span>
            <span>
              <a className="link" href={userPath(lang, user.id, 'replies')}>
                {t('admin.users.number.replies')}
              </a>
            </span>
          </dd>
        </div>
      </dl>
      {own || !user.below ? (
        <p className="hint">{t(own ? 'admin.users.own' : 'admin.users.above')}</p>
      ) : (
        <p className="row">
          <Button onClick={() => onDo('group')}>{t('admin.users.regroup')}</Button>
          <Button className="bad" onClick={() => onDo('ban')}>
            {t('admin.users.banAct')}
          </Button>
          {user.ban > 0 && <Button onClick={() => onDo('unban')}>{t('admin.users.unban')}</Button>}
        </p>
      )}
    </section>
  );
}
