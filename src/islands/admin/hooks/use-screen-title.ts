import { useStore } from '@nanostores/react';
import { $adminLocation } from '#client/admin/admin-location.ts';
import { adminScreenKey, isAdminScreen } from '#contracts/admin.ts';
import { useTexts } from '../../hooks/use-texts.ts';

export function useScreenTitle(): string {
  const { t } = useTexts();
  const { screen } = useStore($adminLocation);
  return t(
    isAdminScreen(screen) ? `admin.screen.${adminScreenKey(screen)}` : 'admin.notFound.title',
  );
}
