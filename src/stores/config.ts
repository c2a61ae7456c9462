import { atom } from 'nanostores';
import { frameHosts } from '#contracts/frames.ts';
import type { ConfigEntryWire } from '#contracts/wire/site.ts';
import { call } from './api.ts';
import { recovery } from './recovery.ts';

export interface Config {
  /** Hosts whose frames may stay in what users wrote (R13). */
  frameHosts: readonly string[];
}

/** Until it is loaded, islands show nothing that users wrote (R6). */
export const $config = atom<Config | undefined>(undefined);

let loading: Promise<Config> | undefined;

async function load(): Promise<Config> {
  for (;;) {
    try {
      const { value } = await call<ConfigEntryWire>('/v2/public/config/iframe_allow', {
        quiet: true,
      });
      const config = { frameHosts: frameHosts(JSON.parse(value)) };
      $config.set(config);
      return config;
    } catch {
      await recovery();
    }
  }
}

/** Loads it once for the page; an interrupted attempt is made again when the product is back. */
export const loadConfig = (): Promise<Config> => (loading ??= load());
