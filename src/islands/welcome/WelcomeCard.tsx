import { useId } from 'react';
import type { Account } from '#client/account/account.ts';
import { closeWelcome } from '#client/account/welcome.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { clientPagePath } from '#contracts/paths.ts';
import styles from '../../styles/welcome.css?url';
import { Button } from '../components/Button.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** Offers the guide to new members, in a corner, so that nothing moves. */
export default function WelcomeCard({ account }: { account: Account }) {
  const { t, root } = useTexts();
  const id = useId();
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="welcome" />
      <aside className="welcome-card" aria-labelledby={id}>
        <h2 id={id}>{t('welcome.title', { name: account.nickname })}</h2>
        <p>{t('welcome.teaser')}</p>
        <footer>
          <a className="btn fill" href={clientPagePath(root, 'me/welcome')}>
            {t('welcome.open')}
          </a>
          <Button onClick={() => void closeWelcome().catch(showErrorToast)}>
            {t('welcome.dismiss')}
          </Button>
        </footer>
      </aside>
    </>
  );
}
