import type { AstroGlobal } from 'astro';
import type { Placed } from '#contracts/model.ts';
import {
  ABOUT_TOPICS,
  type Area,
  aboutPath,
  mePath,
  offlinePath,
  PROBLEMS,
  problemPath,
  ROOMS,
  type Room,
  roomPath,
} from '#contracts/paths.ts';
import { absent, opened, rootIn } from './opened.ts';

/* Pages without content of the forum's own. */

/** `name`: of one of the rooms, as addresses say it. */
export function openRoom(
  astro: AstroGlobal,
  area: Area,
  name: string,
): (Placed & { room: Room }) | Response {
  const rooted = rootIn(astro, area);
  const room = ROOMS.find((one) => one === name);
  return rooted && room
    ? { ...opened(astro, rooted, roomPath(rooted.root, room)), room }
    : absent(404);
}

export function openMe(astro: AstroGlobal): Placed | Response {
  const rooted = rootIn(astro, 'phone');
  return rooted ? opened(astro, rooted, mePath(rooted.root)) : absent(404);
}

export function openOffline(astro: AstroGlobal): Placed | Response {
  const rooted = rootIn(astro, 'phone');
  return rooted ? opened(astro, rooted, offlinePath(rooted.root)) : absent(404);
}

export function openAbout(
  astro: AstroGlobal,
  area: Area,
): (Placed & { topic: (typeof ABOUT_TOPICS)[number] }) | Response {
  const rooted = rootIn(astro, area);
  const topic = ABOUT_TOPICS.find((one) => one === astro.params.topic);
  return rooted && topic
    ? { ...opened(astro, rooted, aboutPath(rooted.root, topic)), topic }
    : absent(404);
}

export function openProblem(
  astro: AstroGlobal,
  area: Area,
): (Placed & { code: (typeof PROBLEMS)[number] }) | Response {
  const rooted = rootIn(astro, area);
  const code = PROBLEMS.find((one) => String(one) === astro.params.code);
  return rooted && code
    ? { ...opened(astro, rooted, problemPath(rooted.root, code)), code }
    : absent(404);
}
