import { Shape } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';

export function ModerateIcon() {
  const { t } = useTexts();
  return (
    <>
      <Shape path="M10 2.8 16 5v4.6c0 3.7-2.4 6.3-6 7.6-3.6-1.3-6-3.9-6-7.6V5zM7.3 9.9l1.9 1.9 3.5-3.7" />
      <span>{t('moderation.label')}</span>
    </>
  );
}
