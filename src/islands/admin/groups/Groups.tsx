import { useStore } from '@nanostores/react';
import { adminPath } from '#contracts/admin.ts';
import { parseId } from '#contracts/paths.ts';
import type { AdminGroupsWire } from '#contracts/wire/admin-group.ts';
import { $place, go } from '#stores/admin/place.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useTexts } from '../../ui/text.ts';
import { Head } from '../ui/Head.tsx';
import { useLooked } from '../ui/looked.ts';
import { Waiting } from '../ui/Waiting.tsx';
import { GroupForm } from './GroupForm.tsx';
import { RightsTable } from './RightsTable.tsx';

/**
 * Groups and what they may (R20), side by side; one of them is changed at /bbs-admin/groups/{id}, a
 * new one made at …/new.
 */
export default function Groups() {
  const { t } = useTexts();
  const { rest } = useStore($place);
  const { seen, failure, again } = useLooked<AdminGroupsWire>('/v2/admin/groups');
  if (!seen)
    return (
      <>
        <Head title={t('admin.screen.groups')} text={t('admin.groups.about')} />
        <Waiting failure={failure} again={again} rows={8} />
      </>
    );
  const chosen = seen.groups.find((one) => one.id === parseId(rest));
  const close = () => go(adminPath('groups'));
  return (
    <>
      <Head title={t('admin.screen.groups')} text={t('admin.groups.about')}>
        <a className="btn fill" href={adminPath('groups', 'new')}>
          <Icon name="plus" />
          {t('admin.groups.new')}
        </a>
      </Head>
      <RightsTable groups={seen.groups} />
      {(chosen || rest === 'new') && (
        <GroupForm key={chosen?.id ?? 'new'} group={chosen} onClose={close} onSaved={again} />
      )}
    </>
  );
}
