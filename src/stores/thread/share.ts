import type { ConfigEntryWire } from '#contracts/wire/replies.ts';
import { call } from '../client/api.ts';
import { Failure } from '../client/failure.ts';

/** What the entry weixin_share says of titles (R34). */
interface ShareConfig {
  title_max_length?: unknown;
  title_suffix?: unknown;
}

/**
 * A title as it is shared: cut to the length that the operators chose, with their words behind it.
 */
export function titleToShare(
  title: string,
  { title_max_length, title_suffix }: ShareConfig,
): string {
  const characters = [...title];
  const maxLength =
    typeof title_max_length === 'number' && title_max_length > 1
      ? title_max_length
      : characters.length;
  const cut =
    characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : title;
  return cut + (typeof title_suffix === 'string' ? title_suffix : '');
}

let loading: Promise<ShareConfig> | undefined;

async function fetchShareConfig(): Promise<ShareConfig> {
  try {
    const { value } = await call<ConfigEntryWire>('/v2/public/config/weixin_share', {
      quiet: true,
    });
    return (JSON.parse(value) as ShareConfig | null) ?? {};
  } catch (error) {
    // Sharing works without: the link is what counts.
    if (error instanceof Failure || error instanceof SyntaxError) return {};
    throw error;
  }
}

/** The operators' rules for shared titles, asked for once. */
export const loadShareConfig = (): Promise<ShareConfig> => (loading ??= fetchShareConfig());

/** The page's own address, without what this visit added to it. */
export const canonicalUrl = (): string =>
  document.querySelector<HTMLLinkElement>('[rel=canonical]')?.href ??
  location.href.replace(/#.*/, '');

/** Opens the system's own sheet for sharing this page; false when it couldn't. */
export async function shareWithSystem(title: string): Promise<boolean> {
  try {
    await navigator.share({
      title: titleToShare(title, await loadShareConfig()),
      url: canonicalUrl(),
    });
    return true;
  } catch (error) {
    return (error as Error).name === 'AbortError'; // closing the system's sheet is no failure
  }
}
