/*
 * Whether a message, as it was sent, leads to another site. It isn't made safe yet, and doesn't have to be understood as a
 * browser would: what looks like a link in any way counts, as the price of an error is a captcha or a moderator's look.
 */

const NAMED: Readonly<Record<string, string>> = { sol: '/', bsol: '\\', colon: ':', period: '.', amp: '&', tab: '', newline: '' };

const character = (code: number): string => (code > 0 && code < 0x110000 ? String.fromCodePoint(code) : '');

/** Without the disguises of HTML: character references, tabs and line breaks inside of addresses. */
function plain(text: string): string {
  return text
    .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{3,7}));?/gi, (whole, hex?: string, decimal?: string, name?: string) =>
      hex ? character(Number.parseInt(hex, 16)) : decimal ? character(Number(decimal)) : (NAMED[(name ?? '').toLowerCase()] ?? whole),
    )
    .replace(/[\t\n\r]/g, '');
}

const HREF = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
/** An address that is written out, but not the place of a picture. */
const WRITTEN = /(src\s*=\s*["']?\s*)?(?:https?:[\\/]*|[\\/]{2}|\bwww\.)[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[\\/?#][^\s"'<>]*)?/gi;

/** The address that somebody is led to; undefined when it is one of this site, or none at all. */
function elsewhere(address: string, site: string): string | undefined {
  try {
    const { protocol, host, href } = new URL(address, site);
    return /^https?:$/.test(protocol) && host !== new URL(site).host ? href : undefined;
  } catch {
    return undefined;
  }
}

/** Addresses of other sites that a message leads to, each once, as they were found. `site` is the origin of this one. */
export function* linksTo(html: string, site: string): Generator<string> {
  const text = plain(html);
  const seen = new Set<string>();
  const fresh = (address: string | undefined): address is string => address !== undefined && !seen.has(address) && seen.add(address).has(address);
  for (const [, double, single, bare] of text.matchAll(HREF)) {
    const address = elsewhere((double ?? single ?? bare ?? '').trim(), site);
    if (fresh(address)) yield address;
  }
  for (const [found, picture] of text.matchAll(WRITTEN)) {
    const address = picture ? undefined : elsewhere(found.startsWith('www.') ? `https://${found}` : found, site);
    if (fresh(address)) yield address;
  }
}

export const linksElsewhere = (html: string, site: string): boolean => !linksTo(html, site).next().done;

/** Whether a message leads somewhere else than what stood there before. */
export function addsLinks(before: string, after: string, site: string): boolean {
  const known = new Set(linksTo(before, site));
  return [...linksTo(after, site)].some((address) => !known.has(address));
}
