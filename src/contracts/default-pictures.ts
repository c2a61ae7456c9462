/*
 * Addresses of default pictures of users, forums and levels, for clients of the API.
 * scripts/build/default-pictures.ts draws them when the site is built. Pages and islands draw the
 * same designs themselves.
 */

const IMAGE_FOLDER = '/assets/image';

/**
 * Drawn avatars: the number of designs and of colours, which styles/avatars.ts and
 * styles/tokens.css define.
 */
export const AVATAR_DESIGNS = 12;
export const AVATAR_HUES = 8;

/** The drawn avatar of a user id; ids that follow each other have different ones. */
export function avatarDesignOf(userId: number): { design: number; hue: number } {
  const mixed = Math.imul(userId, 0x9e3779b1) >>> 0;
  return { design: (mixed >>> 8) % AVATAR_DESIGNS, hue: (mixed >>> 21) % AVATAR_HUES };
}

const AVATAR_FOLDER = `${IMAGE_FOLDER}/portrait/`;
export const drawnAvatarUrl = (design: number, hue: number): string =>
  `${AVATAR_FOLDER}${design}-${hue}.png`;

/**
 * The address of a user's avatar: an uploaded one, or the drawn one. `userId` is null for a deleted
 * user.
 */
export function avatarUrlOf(userId: number | null, avatar: string | null): string {
  if (avatar) return avatar;
  const { design, hue } = avatarDesignOf(userId ?? 0);
  return drawnAvatarUrl(design, hue);
}
/** Whether an address is that of a drawn avatar, which pages draw themselves. */
export const isDrawnAvatar = (avatar: string): boolean => avatar.startsWith(AVATAR_FOLDER);

/** Names of forum icons, whose shapes styles/forum-icons.ts defines. */
export const FORUM_ICONS: ReadonlySet<string> = new Set(
  'globe moon sun search close down left right arrow horn warn star chart image resolved lock like bookmark share comment quote more pencil check refresh report trash undo plus bell user mail logout gear letters grid download grip up menu link clock chip code home feed pin film monitor disc box network battery layers terminal branch book brush gamepad bulb cup door calendar flag server cubes shield building'.split(
    ' ',
  ),
);
const FORUM_ICON_FOLDER = `${IMAGE_FOLDER}/forum/`;
/** The icon of a forum that has none of these. */
const DEFAULT_FORUM_ICON = 'comment';

/** The address of a forum's icon: an uploaded picture, or a built-in one by its name. */
export const forumIconUrl = (icon: string): string =>
  icon.startsWith('/')
    ? icon
    : `${FORUM_ICON_FOLDER}${FORUM_ICONS.has(icon) ? icon : DEFAULT_FORUM_ICON}.png`;
/** The name of a built-in icon by its address; undefined for an uploaded picture. */
export const forumIconName = (address: string): string | undefined =>
  address.startsWith(FORUM_ICON_FOLDER)
    ? address.slice(FORUM_ICON_FOLDER.length, -'.png'.length)
    : undefined;

/** Levels with a drawn mark; higher ones have the mark of the last. */
export const LEVEL_ICON_COUNT = 30;
/** The address of a level's mark: an uploaded picture, or the drawn one. */
export const levelIconUrl = (level: number, icon = ''): string =>
  /^(?:\/|https:)/.test(icon)
    ? icon
    : `${IMAGE_FOLDER}/level/${Math.min(Math.max(1, level), LEVEL_ICON_COUNT)}.png`;
