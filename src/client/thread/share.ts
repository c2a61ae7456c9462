import { call } from '../core/api.ts';
import { Failure } from '../core/failure.ts';

/** The configuration entry weixin_share: rules for shared titles (R34). */
interface ShareConfig {
  title_max_length?: unknown;
  title_suffix?: unknown;
}

/** Cuts the title to the configured length and adds the suffix. */
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
    const { value } = await call('GET /v2/public/config/{name}', {
      params: { name: 'weixin_share' },
      quiet: true,
    });
    return (JSON.parse(value) as ShareConfig | null) ?? {};
  } catch (error) {
    // Sharing works without these rules.
    if (error instanceof Failure || error instanceof SyntaxError) return {};
    throw error;
  }
}

export const loadShareConfig = (): Promise<ShareConfig> => (loading ??= fetchShareConfig());

export const canonicalUrl = (): string =>
  document.querySelector<HTMLLinkElement>('[rel=canonical]')?.href ??
  location.href.replace(/#.*/, '');

/** Opens the system's share sheet; false on failure. */
export async function shareWithSystem(title: string): Promise<boolean> {
  try {
    await navigator.share({
      title: titleToShare(title, await loadShareConfig()),
      url: canonicalUrl(),
    });
    return true;
  } catch (error) {
    return (error as Error).name === 'AbortError'; // the user closed the share sheet
  }
}
