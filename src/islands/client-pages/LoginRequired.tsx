import { loginUrl } from '#client/core/page-info.ts';
import { type ClientPage, clientPageKey } from '#contracts/paths.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** Shown to visitors in place of a page that needs a login; says what the login is for. */
export function LoginRequired({ clientPage }: { clientPage: Exclude<ClientPage, 'search'> }) {
  const { t } = useTexts();
  const title = t(`clientPage.login.for.${clientPageKey(clientPage)}`);
  return (
    <EmptyState title={title} text={t('clientPage.login.text')}>
      <a className="btn fill" href={loginUrl()} rel="nofollow">
        {t('clientPage.login.action')}
      </a>
    </EmptyState>
  );
}
