import { loadPendingCounts } from '#client/moderation/queue.ts';
import { clientPagePath } from '#contracts/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { Icon } from '../components/Icon.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { AppendPortal } from '../moderation/AppendPortal.tsx';

/** The label of the link to the moderation queue, with the number of pending items. */
export function PendingLabel() {
  const { t, lang } = useTexts();
  const { value } = useQuery('waiting', loadPendingCounts);
  const count = value ? value.reports + value.review : 0;
  return (
    <>
      <Icon name="report" />
      {t('clientPage.moderation')}
      {count > 0 && (
        <span className="count num">
          <span aria-hidden="true">{formatNumber(lang, count)}</span>
          <span className="vh">{t('account.pending', { count })}</span>
        </span>
      )}
    </>
  );
}

/** The link on the phone's page "me", next to the title, where it shifts nothing. */
export default function PendingLink() {
  const { root } = useTexts();
  const row = document.querySelector('main .title-row');
  if (!row) return null;
  return (
    <AppendPortal in={row} as="span" className="">
      <a className="btn" href={clientPagePath(root, 'me/moderation')} rel="nofollow">
        <PendingLabel />
      </a>
    </AppendPortal>
  );
}
