import { atom } from 'nanostores';
import { parseFrameHosts } from '#contracts/iframes.ts';
import { call } from './api.ts';
import { Failure } from './failure.ts';
import { retryUntilLoaded } from './wait-until-api-up.ts';

export interface SiteConfig {
  /** Hosts allowed for frames in users' HTML (R13). */
  frameHosts: readonly string[];
}

/** Islands show no user's HTML until this is loaded (R6). */
export const $siteConfig = atom<SiteConfig | undefined>(undefined);

let loading: Promise<SiteConfig> | undefined;

/** Undefined if no administrator has stored a value. */
async function fetchFrameHosts(): Promise<unknown> {
  try {
    const { value } = await call('GET /v2/public/config/{name}', {
      params: { name: 'iframe_allow' },
      quiet: true,
    });
    return JSON.parse(value);
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return undefined;
    throw error;
  }
}

async function fetchSiteConfig(): Promise<SiteConfig> {
  const config = { frameHosts: parseFrameHosts(await fetchFrameHosts()) };
  $siteConfig.set(config);
  return config;
}

/** Loads once per page; retries when the API is up again. */
export const loadSiteConfig = (): Promise<SiteConfig> =>
  (loading ??= retryUntilLoaded(fetchSiteConfig));
