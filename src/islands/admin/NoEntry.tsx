import { adminLoginPath } from '#contracts/admin.ts';
import { homePath } from '#contracts/paths.ts';
import { State } from '../ui/State.tsx';
import { useTexts } from '../ui/text.ts';

/** For somebody who is logged in to the admin area and isn't an administrator, or not any more. */
export function NoEntry() {
  const { t, lang } = useTexts();
  return (
    <main className="no-entry">
      <State art="broken" title={t('admin.noEntry.title')} text={t('admin.noEntry.text')}>
        <p className="ways">
          <a className="btn" href={homePath(lang)}>
            {t('problem.home')}
          </a>
          <a className="btn" href={adminLoginPath(location.origin, location.href, true)} rel="nofollow">
            {t('admin.noEntry.other')}
          </a>
        </p>
      </State>
    </main>
  );
}
