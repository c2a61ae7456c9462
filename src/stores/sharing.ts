import type { ConfigEntryWire } from '#contracts/wire/site.ts';
import { call } from './api.ts';
import { Failure } from './failure.ts';

/** What the entry weixin_share says of titles (R34). */
interface Rules {
  title_max_length?: unknown;
  title_suffix?: unknown;
}

/**
 * A title as it is shared: cut to the length that the operators chose, with their words behind it.
 */
export function titleToShare(title: string, { title_max_length, title_suffix }: Rules): string {
  const characters = [...title];
  const most =
    typeof title_max_length === 'number' && title_max_length > 1
      ? title_max_length
      : characters.length;
  const cut = characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : title;
  return cut + (typeof title_suffix === 'string' ? title_suffix : '');
}

let asking: Promise<Rules> | undefined;

async function ask(): Promise<Rules> {
  try {
    const { value } = await call<ConfigEntryWire>('/v2/public/config/weixin_share', {
      quiet: true,
    });
    return (JSON.parse(value) as Rules | null) ?? {};
  } catch (error) {
    // Sharing works without: the link is what counts.
    if (error instanceof Failure || error instanceof SyntaxError) return {};
    throw error;
  }
}

/** The operators' rules for shared titles, asked for once. */
export const shareRules = (): Promise<Rules> => (asking ??= ask());

/** The page's own address, without what this visit added to it. */
export const linkOfPage = (): string =>
  document.querySelector<HTMLLinkElement>('[rel=canonical]')?.href ??
  location.href.replace(/#.*/, '');

/** Opens the system's own sheet for sharing this page; false when it couldn't. */
export async function shareWithSystem(title: string): Promise<boolean> {
  try {
    await navigator.share({ title: titleToShare(title, await shareRules()), url: linkOfPage() });
    return true;
  } catch (error) {
    return (error as Error).name === 'AbortError'; // closing the system's sheet is no failure
  }
}
