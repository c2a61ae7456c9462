/* For API clients; scripts/build/default-pictures.ts draws them, and pages draw them inline. */

const IMAGE_FOLDER = '/assets/image';

/** Designs (styles/avatars.ts) and colours (styles/tokens.css) of drawn avatars. */
export const AVATAR_DESIGNS = 12;
export const AVATAR_HUES = 8;

/** Consecutive ids get different avatars. */
export function avatarDesignOf(userId: number): { design: number; hue: number } {
  const mixed = Math.imul(userId, 0x9e3779b1) >>> 0;
  return { design: (mixed >>> 8) % AVATAR_DESIGNS, hue: (mixed >>> 21) % AVATAR_HUES };
}

const AVATAR_FOLDER = `${IMAGE_FOLDER}/portrait/`;
export const drawnAvatarUrl = (design: number, hue: number): string =>
  `${AVATAR_FOLDER}${design}-${hue}.png`;

/** The uploaded or the drawn avatar. `userId` is null for a deleted user. */
export function avatarUrlOf(userId: number | null, avatar: string | null): string {
  if (avatar) return avatar;
  const { design, hue } = avatarDesignOf(userId ?? 0);
  return drawnAvatarUrl(design, hue);
}
/** Pages draw these inline. */
export const isDrawnAvatar = (avatar: string): boolean => avatar.startsWith(AVATAR_FOLDER);

/** Shapes are in styles/forum-icons.ts. */
export const FORUM_ICONS: ReadonlySet<string> = new Set(
  'globe moon sun search close down left right arrow horn warn star chart image resolved lock like bookmark share comment quote more pencil check refresh report trash undo plus bell user mail logout gear letters grid download grip up menu link clock chip code home feed pin film monitor disc box network battery layers terminal branch book brush gamepad bulb cup door calendar flag server cubes shield building'.split(
    ' ',
  ),
);
const FORUM_ICON_FOLDER = `${IMAGE_FOLDER}/forum/`;
/** For unknown names. */
const DEFAULT_FORUM_ICON = 'comment';

/** From an uploaded picture's address or an icon's name. */
export const forumIconUrl = (icon: string): string =>
  icon.startsWith('/')
    ? icon
    : `${FORUM_ICON_FOLDER}${FORUM_ICONS.has(icon) ? icon : DEFAULT_FORUM_ICON}.png`;
/** Undefined for an uploaded picture. */
export const forumIconName = (address: string): string | undefined =>
  address.startsWith(FORUM_ICON_FOLDER)
    ? address.slice(FORUM_ICON_FOLDER.length, -'.png'.length)
    : undefined;

/** Higher levels have the last mark. */
export const LEVEL_ICON_COUNT = 30;
/** The uploaded or the drawn mark. */
export const levelIconUrl = (level: number, icon = ''): string =>
  /^(?:\/|https:)/.test(icon)
    ? icon
    : `${IMAGE_FOLDER}/level/${Math.min(Math.max(1, level), LEVEL_ICON_COUNT)}.png`;
