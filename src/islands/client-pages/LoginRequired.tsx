import { loginUrl } from '#stores/client/page-info.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** Shown to visitors in place of a page that needs a login. */
export function LoginRequired() {
  const { t } = useTexts();
  return (
    <EmptyState title={t('clientPage.login.title')} text={t('clientPage.login.text')}>
      <a className="btn fill" href={loginUrl()} rel="nofollow">
        {t('clientPage.login.action')}
      </a>
    </EmptyState>
  );
}
