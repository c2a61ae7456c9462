/*
 * Addresses of the pictures that stand for what has none of its own, for clients of the API, which
 * draw what they are given: people, forums, levels. scripts/build/default-pictures.ts draws them
 * when the site is built. Pages and islands draw the same designs themselves.
 */

const IMAGE_FOLDER = '/assets/image';

/**
 * Drawn portraits: so many designs in so many colours. styles/avatars.ts and styles/tokens.css have
 * them.
 */
export const AVATAR_DESIGNS = 12;
export const AVATAR_HUES = 8;

/** The drawing of a person: always the same for an id, neighbours differ. */
export function avatarDesignOf(userId: number): { design: number; hue: number } {
  const mixed = Math.imul(userId, 0x9e3779b1) >>> 0;
  return { design: (mixed >>> 8) % AVATAR_DESIGNS, hue: (mixed >>> 21) % AVATAR_HUES };
}

const AVATAR_FOLDER = `${IMAGE_FOLDER}/portrait/`;
export const drawnAvatarUrl = (design: number, hue: number): string =>
  `${AVATAR_FOLDER}${design}-${hue}.png`;

/**
 * The address of a person's picture: their own, or the drawing that stands for it. `userId` null is
 * somebody who is gone.
 */
export function avatarUrlOf(userId: number | null, avatar: string | null): string {
  if (avatar) return avatar;
  const { design, hue } = avatarDesignOf(userId ?? 0);
  return drawnAvatarUrl(design, hue);
}
/** Whether a picture is a drawing of ours, which who draws it itself needn't fetch. */
export const isDrawnAvatar = (avatar: string): boolean => avatar.startsWith(AVATAR_FOLDER);

/** Icons that a forum can have by name: those whose shapes styles/forum-icons.ts knows. */
export const FORUM_ICONS: ReadonlySet<string> = new Set(
  'globe moon sun search close down left right arrow horn warn star chart image resolved lock like bookmark share comment quote more pencil check refresh report trash undo plus bell user mail logout gear letters grid download grip up menu link clock chip code home feed pin film monitor disc box network battery layers terminal branch book brush gamepad bulb cup door calendar flag server cubes shield building'.split(
    ' ',
  ),
);
const FORUM_ICON_FOLDER = `${IMAGE_FOLDER}/forum/`;
/** What a forum is shown by whose icon is none of ours. */
const DEFAULT_FORUM_ICON = 'comment';

/** The address of a forum's icon: a picture that was uploaded, or ours by its name. */
export const forumIconUrl = (icon: string): string =>
  icon.startsWith('/')
    ? icon
    : `${FORUM_ICON_FOLDER}${FORUM_ICONS.has(icon) ? icon : DEFAULT_FORUM_ICON}.png`;
/** The name of one of our icons by its address; undefined for another picture. */
export const forumIconName = (address: string): string | undefined =>
  address.startsWith(FORUM_ICON_FOLDER)
    ? address.slice(FORUM_ICON_FOLDER.length, -'.png'.length)
    : undefined;

/** Levels whose marks are drawn; those above have the mark of the last one. */
export const LEVEL_ICON_COUNT = 30;
/** The address of a level's mark: its own picture, or the drawn one. */
export const levelIconUrl = (level: number, icon = ''): string =>
  /^(?:\/|https:)/.test(icon)
    ? icon
    : `${IMAGE_FOLDER}/level/${Math.min(Math.max(1, level), LEVEL_ICON_COUNT)}.png`;
