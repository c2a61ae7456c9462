import { useStore } from '@nanostores/react';
import { $adminLocation, goToScreen } from '#client/admin/admin-location.ts';
import { adminPath } from '#contracts/admin.ts';
import { parseId } from '#contracts/paths.ts';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { GroupDialog } from './GroupDialog.tsx';
import { RightsTable } from './RightsTable.tsx';

/**
 * Groups and their rights (R20), side by side. A group is edited at /bbs-admin/groups/{id}, a new
 * one at …/new.
 */
export default function GroupsScreen() {
  const { t } = useTexts();
  const { detail } = useStore($adminLocation);
  const { value, failure, reload } = usePolledQuery('GET /v2/admin/groups');
  if (!value)
    return (
      <>
        <ScreenHeader title={t('admin.screen.groups')} text={t('admin.groups.about')} />
        <LoadingOrError failure={failure} onRetry={reload} rows={8} />
      </>
    );
  const chosen = value.groups.find((one) => one.id === parseId(detail));
  const close = () => goToScreen(adminPath('groups'));
  return (
    <>
      <ScreenHeader title={t('admin.screen.groups')} text={t('admin.groups.about')}>
        <a className="btn fill" href={adminPath('groups', 'new')}>
          <Icon name="plus" />
          {t('admin.groups.new')}
        </a>
      </ScreenHeader>
      <RightsTable groups={value.groups} />
      {(chosen || detail === 'new') && (
        <GroupDialog key={chosen?.id ?? 'new'} group={chosen} onClose={close} onSaved={reload} />
      )}
    </>
  );
}
