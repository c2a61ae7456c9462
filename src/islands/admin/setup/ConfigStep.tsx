import type { ConfigName } from '#contracts/config-entries.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { ConfigEntryForm } from '../content/ConfigEntryForm.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';

/** The form of an entry of the configuration, as the screen of site content has it. */
export function ConfigStep({ name, onSaved }: { name: ConfigName; onSaved(): void }) {
  const { t } = useTexts();
  const { value, failure, reload } = usePolledQuery('GET /v2/admin/config');
  const entry = value?.find((one) => one.field === name);
  if (!entry) return <LoadingOrError failure={failure} onRetry={reload} rows={4} />;
  return (
    <>
      <p>{t('admin.setup.config', { name: t(`admin.config.name.${name}`) })}</p>
      <ConfigEntryForm
        name={name}
        entry={entry}
        onSaved={() => {
          reload();
          onSaved();
        }}
      />
    </>
  );
}
