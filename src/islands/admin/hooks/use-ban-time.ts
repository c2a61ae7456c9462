import { useStore } from '@nanostores/react';
import { $currentAdmin } from '#client/admin/current-admin.ts';
import { formatZoned } from '#i18n/format.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** The community's time zone, used to enter and show bans (R29). */
export const useCommunityZone = (): string => useStore($currentAdmin)?.time_zone ?? 'UTC';

/** Returns a formatter of a ban's time, with the zone. */
export function useBanTime(): (at: string) => string {
  const { lang } = useTexts();
  const zone = useCommunityZone();
  return (at) => formatZoned(lang, new Date(at), zone);
}
