import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $adminLocation } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import { CONFIG_NAMES, type ConfigName } from '#contracts/config-entries.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { TabLinks } from '../components/TabLinks.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { ConfigEntryForm } from './ConfigEntryForm.tsx';

/** The public configuration (R34): one entry at a time, with a preview. */
export default function ConfigScreen() {
  const { t } = useTexts();
  const { detail } = useStore($adminLocation);
  const { value, ...loading } = usePolledQuery('GET /v2/admin/config');
  const name: ConfigName = CONFIG_NAMES.find((one) => one === detail) ?? 'notify';
  const entry = value?.find(({ field }) => field === name);
  const tabs = useRef<HTMLElement>(null);
  // Narrow screens don't show all tabs, so the current one is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked tab follows the name
  useEffect(() => {
    // in braces: newer browsers return a promise, which isn't a clean-up function
    tabs.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [name]);
  return (
    <>
      <ScreenHeader text={t('admin.config.about')} />
      <TabLinks
        ref={tabs}
        label={t('admin.config.entries')}
        names={CONFIG_NAMES}
        current={name}
        href={(one) => adminPath('content', one)}
        text={(one) => t(`admin.config.name.${one}`)}
      />
      {entry ? (
        <ConfigEntryForm key={name} name={name} entry={entry} onSaved={loading.reload} />
      ) : (
        <LoadingOrError {...loading} rows={4} />
      )}
    </>
  );
}
