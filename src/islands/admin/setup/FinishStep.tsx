import { adminGuidePath, adminPath } from '#contracts/admin.ts';
import { clientPagePath, homePath } from '#contracts/paths.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** What is left, and where to go from here. */
export function FinishStep({ openSteps }: { openSteps: number }) {
  const { t, lang } = useTexts();
  return (
    <>
      <p>
        {openSteps > 0
          ? t('admin.setup.finish.open', { count: openSteps })
          : t('admin.setup.finish.done')}
      </p>
      <ul className="setup-links">
        <li>
          <a className="link" href={homePath(lang)}>
            {t('admin.setup.finish.site')}
          </a>
        </li>
        <li>
          <a className="link" href={clientPagePath(lang, 'new')}>
            {t('admin.setup.finish.thread')}
          </a>
        </li>
        <li>
          <a className="link" href={adminPath('forums')}>
            {t('admin.setup.finish.moderators')}
          </a>
        </li>
        <li>
          <a className="link" href={adminGuidePath(lang, 'setup')}>
            {t('admin.setup.finish.guide')}
          </a>
        </li>
      </ul>
    </>
  );
}
