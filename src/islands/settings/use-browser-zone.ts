import { useState } from 'react';
import { Failure } from '#client/core/failure.ts';
import { readerTimeZone } from '#i18n/format.ts';

interface BrowserZone {
  timeZone: string;
  /**
   * Saves with the browser's zone. Browsers keep old names of zones that a server's list may lack:
   * then the zone stays as it is. Throws Failure.
   */
  saveWithZone<Saved>(save: (zone: { time_zone?: string }) => Promise<Saved>): Promise<Saved>;
}

/** The zone of this browser, which saving makes that of the member; `saved` is the one before. */
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
