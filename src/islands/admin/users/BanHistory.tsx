import type { AdminBanWire } from '#contracts/wire/admin-user.ts';
import { BanPeriod } from '../../components/BanPeriod.tsx';
import { foreignLang } from '../../components/foreign-lang.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { useBanTime, useCommunityZone } from '../hooks/use-ban-time.ts';

const STATE_CLASSES = { ahead: 'late', now: 'ban', over: 'past', lifted: 'past' } as const;

function banState({ begin_at, end_at, lifted_at }: AdminBanWire): keyof typeof STATE_CLASSES {
  if (lifted_at) return 'lifted';
  if (end_at && Date.parse(end_at) <= Date.now()) return 'over';
  return Date.parse(begin_at) > Date.now() ? 'ahead' : 'now';
}

/** All bans of a user, newest first (R29). */
export function BanHistory({ bans }: { bans: readonly AdminBanWire[] }) {
  const { t, lang } = useTexts();
  const formatTime = useBanTime();
  const zone = useCommunityZone();
  return (
    <section className="block">
      <h2>{t('admin.users.bans')}</h2>
      {bans.length === 0 && <p className="hint">{t('admin.users.noBans')}</p>}
      <ul className="keys">
        {bans.map((ban) => {
          const standing = banState(ban);
          return (
            <li key={ban.id}>
              <div>
                <b lang={foreignLang(lang, ban.reason)}>{ban.reason}</b>
                {ban.hides && <span className="chip">{t('admin.users.hides')}</span>}
                <p className="meta dots num">
                  <span>
                    <BanPeriod ban={ban} zone={zone} />
                  </span>
                  <span>{t('admin.users.by', { name: ban.by.nickname })}</span>
                  {ban.lifted_at && (
                    <span>
                      {t('admin.users.liftedBy', {
                        name: ban.lifted_by ?? '–',
                        at: formatTime(ban.lifted_at),
                      })}
                    </span>
                  )}
                </p>
              </div>
              <span className={`dot ${STATE_CLASSES[standing]}`}>
                {t(`admin.users.ban.${standing}`)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
