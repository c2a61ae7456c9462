/*
 * Whether a message, as it was sent, leads to another site. It isn't made safe yet, and doesn't have to be understood as a
 * browser would: what looks like a link in any way counts, as the price of an error is a captcha.
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
const WRITTEN = /(src\s*=\s*["']?\s*)?(?:https?:[\\/]*|[\\/]{2}|\bwww\.)[\w-]+(?:\.[\w-]+)+(?::\d+)?/gi;

function leadsAway(address: string, site: string): boolean {
  try {
    const { protocol, host } = new URL(address, site);
    return /^https?:$/.test(protocol) && host !== new URL(site).host;
  } catch {
    return false; // no address at all
  }
}

/** `site` is the origin of this one. */
export function linksElsewhere(html: string, site: string): boolean {
  const text = plain(html);
  for (const [, double, single, bare] of text.matchAll(HREF)) if (leadsAway((double ?? single ?? bare ?? '').trim(), site)) return true;
  for (const [found, picture] of text.matchAll(WRITTEN)) if (!picture && leadsAway(found.startsWith('www.') ? `https://${found}` : found, site)) return true;
  return false;
}
