import { useStore } from '@nanostores/react';
import { $currentAdmin } from '#client/admin/current-admin.ts';
import { formatZoned } from '#i18n/format.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** The community's time zone, in which bans are entered and shown (R29). */
export const useCommunityZone = (): string => useStore($currentAdmin)?.time_zone ?? 'UTC';

/** Formats the time of a ban, with its zone. */
export function useBanTime(): (at: string) => string {
  const { lang } = useTexts();
  const zone = useCommunityZone();
  return (at) => formatZoned(lang, new Date(at), zone);
}
