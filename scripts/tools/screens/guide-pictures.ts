import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { GUIDE_PICTURE_SIZE } from '#views/about/guide-pictures.ts';
import type { Screen } from './screen-list.ts';
import { listShots, type Shot } from './take-screens.ts';

interface GuideScreen extends Pick<Screen, 'opens' | 'shows'> {
  /** AREA/NAME of the screen. */
  screen: string;
}

/** Screens of the guide, by picture name. */
const GUIDE_SCREENS: Readonly<Record<string, GuideScreen>> = {
  home: { screen: 'desktop/home.member' },
  search: { screen: 'desktop/search.hits' },
  writing: { screen: 'desktop/new', shows: '.editor .tools' },
  news: { screen: 'desktop/me-news.filled' },
  settings: { screen: 'desktop/me-settings.filled' },
  queue: {
    screen: 'desktop/me-moderation.filled',
    opens: '.queue-list .subject',
    shows: '.case .decide',
  },
  moderate: {
    screen: 'desktop/thread.moderator',
    opens: '.acts .moderate',
    shows: '[role="menu"]',
  },
  'admin-dashboard': { screen: 'admin/dashboard', shows: '.screen-head h1' },
  'admin-reports': {
    screen: 'admin/reports',
    opens: '.queue td a, .queue td button',
    shows: '.case .decide',
  },
  'admin-forums': { screen: 'admin/forums', shows: '.screen-head h1' },
  'admin-publishing': { screen: 'admin/publishing', shows: '.screen-head h1' },
};

const MAX_PICTURE_BYTES = 60 * 1024;
const FIRST_QUALITY = 84;

const isOf = (guide: GuideScreen, { area, name }: Screen): boolean =>
  guide.screen === `${area}/${name}`;

export const listGuideShots = (screens: readonly Screen[]): Shot[] =>
  listShots(
    screens.flatMap((screen) =>
      Object.values(GUIDE_SCREENS)
        .filter((guide) => isOf(guide, screen))
        .map(({ opens, shows = screen.shows }) => ({ ...screen, opens, shows })),
    ),
  ).filter(({ device, theme }) => device === 'desktop' && theme === 'light');

const nameOf = ({ screen }: Shot): string | undefined =>
  Object.keys(GUIDE_SCREENS).find((name) => isOf(GUIDE_SCREENS[name] as GuideScreen, screen));

/** Compresses a picture to the guide's limit, with less quality for detailed ones. */
async function shrink(file: string): Promise<Buffer> {
  for (let quality = FIRST_QUALITY; ; quality -= 8) {
    const picture = await sharp(file)
      .resize(GUIDE_PICTURE_SIZE)
      .webp({ quality, effort: 6 })
      .toBuffer();
    if (picture.length <= MAX_PICTURE_BYTES || quality < 20) return picture;
  }
}

/** Converts screenshots in `from` to pictures of the guide. */
export async function writeGuidePictures(
  shots: readonly Shot[],
  from: string,
  to: string,
): Promise<void> {
  mkdirSync(to, { recursive: true });
  for (const shot of shots)
    writeFileSync(
      join(to, `${nameOf(shot)}.${shot.lang}.webp`),
      await shrink(join(from, shot.file)),
    );
}
