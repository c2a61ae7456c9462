import { replaceTags } from './replace-tags.ts';

const ADDRESS_ATTRIBUTE = / (src|href|poster|srcset)="([^"]*)"/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** For feed readers. `page`: the page's absolute address. */
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
