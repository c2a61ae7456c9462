import { atom } from 'nanostores';
import { parseFrameHosts } from '#contracts/iframes.ts';
import type { ConfigEntryWire } from '#contracts/wire/replies.ts';
import { call } from './api.ts';
import { waitUntilApiUp } from './wait-until-api-up.ts';

export interface SiteConfig {
  /** Hosts whose frames may stay in what users wrote (R13). */
  frameHosts: readonly string[];
}

/** Until it is loaded, islands show nothing that users wrote (R6). */
export const $siteConfig = atom<SiteConfig | undefined>(undefined);

let loading: Promise<SiteConfig> | undefined;

async function fetchUntilLoaded(): Promise<SiteConfig> {
  for (;;) {
    try {
      const { value } = await call<ConfigEntryWire>('/v2/public/config/iframe_allow', {
        quiet: true,
      });
      const config = { frameHosts: parseFrameHosts(JSON.parse(value)) };
      $siteConfig.set(config);
      return config;
    } catch {
      await waitUntilApiUp();
    }
  }
}

/** Loads it once for the page; an interrupted attempt is made again when the product is back. */
export const loadSiteConfig = (): Promise<SiteConfig> => (loading ??= fetchUntilLoaded());
