import { allowedFrameUrl } from './iframes.ts';

/* Converts addresses copied from video sites to player addresses. */

const parseSeconds = (text: string | null): number => {
  const [, h = 0, m = 0, s = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text ?? '') ?? [];
  return Number(h) * 3_600 + Number(m) * 60 + Number(s);
};

function bilibiliPlayer({ pathname, searchParams }: URL): string | undefined {
  const [, id] = /^\/(?:video\/)?(BV[0-9A-Za-z]{10}|av\d+)\b/.exec(pathname) ?? [];
  if (!id) return undefined;
  const query = new URLSearchParams(id.startsWith('BV') ? { bvid: id } : { aid: id.slice(2) });
  if (Number(searchParams.get('p')) > 1) query.set('p', String(Number(searchParams.get('p'))));
  query.set('autoplay', '0');
  return `https://player.bilibili.com/player.html?${query}`;
}

function youtubePlayer({ hostname, pathname, searchParams }: URL): string | undefined {
  const id =
    hostname === 'youtu.be'
      ? pathname.slice(1)
      : (searchParams.get('v') ?? /^\/(?:shorts|live|embed)\/([^/]+)/.exec(pathname)?.[1]);
  if (!id || !/^[\w-]{11}$/.test(id)) return undefined;
  const start = parseSeconds(searchParams.get('t') ?? searchParams.get('start'));
  return `https://www.youtube.com/embed/${id}${start > 0 ? `?start=${start}` : ''}`;
}

const isWithinDomain = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);

/** From a video page, a player or an <iframe>. The host is not checked (R13). */
export function playerUrl(copied: string): string | undefined {
  const text =
    /<iframe[^<>]*\ssrc=["']([^"'<>]+)["']/i.exec(copied)?.[1]?.replaceAll('&amp;', '&') ??
    copied.trim();
  const address = text.startsWith('//') ? `https:${text}` : text;
  if (/\s/.test(address) || !/^https?:\/\//i.test(address) || !URL.canParse(address))
    return undefined;
  const url = new URL(address);
  if (isWithinDomain(url.hostname, 'bilibili.com') && url.hostname !== 'player.bilibili.com')
    return bilibiliPlayer(url);
  if (isWithinDomain(url.hostname, 'youtube.com') || url.hostname === 'youtu.be')
    return youtubePlayer(url);
  return address;
}

/** The player's address if its host is allowed (R13). */
export function allowedPlayerUrl(copied: string, hosts: readonly string[]): string | undefined {
  return allowedFrameUrl(playerUrl(copied) ?? null, hosts);
}

/** Whether the address alone identifies a video, so that pasting it embeds the video. */
export const isVideoPageUrl = (copied: string): boolean => {
  const address = playerUrl(copied);
  return address !== undefined && address !== copied.trim();
};
