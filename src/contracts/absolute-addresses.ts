import { replaceTags } from './replace-tags.ts';

const ADDRESS_ATTRIBUTE = / (src|href|poster|srcset)="([^"]*)"/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Sanitized HTML with the addresses of its pictures and links as they stand outside of the site:
 * readers of feeds don't know where it was. `page`: the absolute address of its page.
 */
export function toAbsoluteAddresses(html: string, page: string): string {
  const toAbsolute = (address: string): string =>
    SCHEME.test(address) ? address : (URL.parse(address, page)?.href ?? address);
  const replaceAttribute = (_: string, name: string, value: string): string => {
    const addresses =
      name === 'srcset'
        ? value
            .split(', ')
            .map((one) => one.replace(/^\S+/, toAbsolute))
            .join(', ')
        : toAbsolute(value);
    return ` ${name}="${addresses}"`;
  };
  return replaceTags(html, (tag) => tag.replace(ADDRESS_ATTRIBUTE, replaceAttribute));
}
