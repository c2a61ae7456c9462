import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { adminPath } from '#contracts/admin.ts';
import type { AdminConfigWire, ConfigName } from '#contracts/wire/admin-config.ts';
import { $place } from '#stores/admin/place.ts';
import { useTexts } from '../../ui/text.ts';
import { Head } from '../ui/Head.tsx';
import { useLooked } from '../ui/looked.ts';
import { Waiting } from '../ui/Waiting.tsx';
import { EntryForm } from './EntryForm.tsx';
import { CONFIG_NAMES } from './names.ts';

/** The public configuration (R34): an entry at a time, with a preview. */
export default function Content() {
  const { t } = useTexts();
  const { rest } = useStore($place);
  const { seen, failure, again } = useLooked<AdminConfigWire[]>('/v2/admin/config');
  const name: ConfigName = CONFIG_NAMES.find((one) => one === rest) ?? 'notify';
  const entry = seen?.find((one) => one.field === name);
  const tabs = useRef<HTMLElement>(null);
  // Narrow screens don't have room for all tabs: the current one is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked tab follows the name
  useEffect(
    () =>
      tabs.current
        ?.querySelector('[aria-current]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    [name],
  );
  return (
    <>
      <Head title={t('admin.screen.content')} text={t('admin.config.about')} />
      <nav className="tabs-row" ref={tabs} aria-label={t('admin.config.entries')}>
        <div className="tabs">
          {CONFIG_NAMES.map((one) => (
            <a
              key={one}
              href={adminPath('content', one)}
              aria-current={one === name ? 'page' : undefined}
            >
              {t(`admin.config.name.${one}`)}
            </a>
          ))}
        </div>
      </nav>
      {entry ? (
        <EntryForm key={`${name}${entry.version}`} name={name} entry={entry} onSaved={again} />
      ) : (
        <Waiting failure={failure} again={again} rows={4} />
      )}
    </>
  );
}
