import { useState } from 'react';
import { Failure } from '#client/core/failure.ts';
import { readerTimeZone } from '#i18n/format.ts';

interface BrowserZone {
  timeZone: string;
  /**
   * Saves with the browser's zone, or without it if the server lacks that (old) name. Throws
   * Failure.
   */
  saveWithZone<Saved>(save: (zone: { time_zone?: string }) => Promise<Saved>): Promise<Saved>;
}

/** This browser's zone, which saving makes the member's; `saved` is the stored one. */
export function useBrowserZone(saved: string): BrowserZone {
  const [timeZone, setTimeZone] = useState(readerTimeZone);
  return {
    timeZone,
    async saveWithZone(save) {
      try {
        return await save({ time_zone: timeZone });
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'malformed') throw error;
        const outcome = await save({});
        setTimeZone(saved);
        return outcome;
      }
    },
  };
}
