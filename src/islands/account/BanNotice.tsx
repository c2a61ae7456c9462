import { $account, setAccount } from '#client/account/account.ts';
import { call } from '#client/core/api.ts';
import type { OwnBanWire } from '#contracts/wire/own-content.ts';
import { formatDateTime } from '#i18n/format.ts';
import { Icon } from '../components/Icon.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** Loads the reader's ban, and removes an ended one from the account. Throws Failure. */
async function loadOwnBan(): Promise<OwnBanWire | null> {
  const { data } = await call('GET /v1/user/ban', { quiet: true });
  const account = $account.get();
  if (!data && account) setAccount({ ...account, isBanned: false });
  return data;
}

/** Replaces a form for a banned member: the end and reason of the ban. */
export default function BanNotice() {
  const { t, lang } = useTexts();
  const { value: ban } = useQuery('ban', loadOwnBan);
  const text = !ban
    ? t('banned.text')
    : ban.until === null
      ? t('banned.endless')
      : t('banned.until', { date: formatDateTime(lang, new Date(ban.until)) });
  return (
    <div className="ban-notice">
      <Icon name="lock" />
      <div>
        <p>
          <b>{t('banned.title')}</b>
        </p>
        <p>{text}</p>
        {ban?.reason && <p>{t('banned.reason', { reason: ban.reason })}</p>}
      </div>
    </div>
  );
}
