import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { $currentAdmin } from '#client/admin/current-admin.ts';
import { type AdminScreen, adminScreenKey, offeredScreens } from '#contracts/admin.ts';

/** The screens available to this administrator, in the order of the sidebar. */
export function useOfferedScreens(): readonly AdminScreen[] {
  const me = useStore($currentAdmin);
  const mail = me?.mail === true;
  const setup = (me?.counts[adminScreenKey('setup')] ?? 0) > 0;
  return useMemo(() => offeredScreens({ mail, setup }), [mail, setup]);
}
