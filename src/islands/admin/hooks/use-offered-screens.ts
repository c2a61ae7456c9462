import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { type AdminScreen, offeredScreens } from '#contracts/admin.ts';
import { $currentAdmin } from '#stores/admin/current-admin.ts';

/** The screens that the admin area offers, in the order of the sidebar. */
export function useOfferedScreens(): readonly AdminScreen[] {
  const mail = useStore($currentAdmin)?.mail === true;
  return useMemo(() => offeredScreens({ mail }), [mail]);
}
