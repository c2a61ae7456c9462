import { ABOUT_PAGES } from '#contracts/about-pages.ts';
import { ADMIN_SCREENS, adminPath, adminScreenKey } from '#contracts/admin.ts';
import { REPORT_TABS } from '#contracts/admin-choices.ts';
import { CONFIG_NAMES } from '#contracts/config-entries.ts';
import {
  type Area,
  aboutPath,
  CLIENT_PAGES,
  type ClientPage,
  clientPageKey,
  clientPagePath,
  ERROR_PAGES,
  editPath,
  errorPagePath,
  forumPath,
  forumsPath,
  homePath,
  isMemberPage,
  mePath,
  offlinePath,
  type Root,
  threadPath,
  userPath,
} from '#contracts/paths.ts';
import { SITE_PAGES } from '../../../src/pages/_site-pages.ts';

/** The user of a screen: no login, a busy member, a new member, an administrator. */
export type Reader = 'visitor' | 'member' | 'newcomer' | 'administrator';

/** States of a member's page: with content, empty, loading, failed. */
const OWN_STATES = ['filled', 'empty', 'loading', 'failed'] as const;
type OwnState = (typeof OWN_STATES)[number];

export interface Screen {
  area: Area | 'admin';
  /** Unique within its area; the state follows a dot. */
  name: string;
  reader: Reader;
  /** The address in a language; the admin area has one for both. */
  path(root: Root): string;
  /** How calls for content behave: unanswered, or an error. */
  calls?: 'pending' | 'failing' | undefined;
  /** Clicked before the picture. */
  opens?: string | undefined;
  /** The last element to appear: the picture waits for it. */
  shows?: string | undefined;
}

/** Content of the demo community by purpose. */
export interface Samples {
  longThread: number;
  poll: number;
  closedThread: number;
  ownThread: number;
  hiddenThread: number;
  member: number;
  bannedMember: number;
  job: number;
}

type SiteScreen = Omit<Screen, 'area'>;

const screen = (
  name: string,
  path: Screen['path'],
  reader: Reader = 'visitor',
  more: Pick<Screen, 'calls' | 'shows'> = {},
): SiteScreen => ({ name, path, reader, ...more });

const STATE_READERS: Readonly<Record<OwnState, Reader>> = {
  filled: 'member',
  empty: 'newcomer',
  loading: 'member',
  failed: 'member',
};

const STATE_CALLS: Readonly<Record<OwnState, Screen['calls']>> = {
  filled: undefined,
  empty: undefined,
  loading: 'pending',
  failed: 'failing',
};

/** A client page for all its readers, in each of its states. */
function clientPageScreens(clientPage: ClientPage, samples: Samples): SiteScreen[] {
  const key = clientPageKey(clientPage);
  const name = isMemberPage(clientPage) ? `me-${key}` : key;
  const path = (root: Root) =>
    clientPage === 'edit' ? editPath(root, samples.ownThread) : clientPagePath(root, clientPage);
  if (clientPage === 'search')
    return [
      screen('search', path),
      screen('search.hits', (root) => clientPagePath(root, 'search', { q: 'printer' })),
      screen('search.none', (root) => clientPagePath(root, 'search', { q: 'zxqvjk' })),
    ];
  const visitor = screen(`${name}.visitor`, path);
  if (!isMemberPage(clientPage)) return [visitor, screen(name, path, 'member')];
  return [
    visitor,
    ...OWN_STATES.map((state) => {
      const isForModerators = clientPage === 'me/moderation' && state !== 'empty';
      const reader = isForModerators ? 'administrator' : STATE_READERS[state];
      return screen(`${name}.${state}`, path, reader, { calls: STATE_CALLS[state] });
    }),
  ];
}

/** Screens of a page, by view name. */
const VIEW_SCREENS: Readonly<Record<string, (samples: Samples) => SiteScreen[]>> = {
  Home: () => [
    screen('home', (root) => homePath(root)),
    screen('home.digest', (root) => homePath(root, { order: 'digest' })),
    screen('home.page', (root) => homePath(root, { page: 2 })),
    screen('home.member', (root) => homePath(root), 'member'),
    screen('home.welcome', (root) => homePath(root), 'newcomer', { shows: '.welcome-card' }),
  ],
  Forums: () => [screen('forums', forumsPath)],
  Forum: () => [
    screen('forum', (root) => forumPath(root, 1)),
    screen('forum.moderator', (root) => forumPath(root, 1), 'administrator'),
  ],
  Thread: (samples) => [
    screen('thread', (root) => threadPath(root, samples.longThread)),
    screen('thread.page', (root) => threadPath(root, samples.longThread, 2)),
    screen('thread.member', (root) => threadPath(root, samples.longThread), 'member', {
      shows: '.acts [data-act="more"]',
    }),
    screen('thread.own', (root) => threadPath(root, samples.ownThread), 'member', {
      shows: '.acts [data-act="more"]',
    }),
    screen('thread.moderator', (root) => threadPath(root, samples.longThread), 'administrator', {
      shows: '.acts .moderate',
    }),
    screen('thread.poll', (root) => threadPath(root, samples.poll)),
    screen('thread.ballot', (root) => threadPath(root, samples.poll), 'member', {
      shows: '.votes',
    }),
    screen('thread.closed', (root) => threadPath(root, samples.closedThread)),
    screen('thread.hidden', (root) => threadPath(root, samples.hiddenThread)),
  ],
  User: (samples) => [
    screen('user', (root) => userPath(root, samples.member)),
    screen('user.replies', (root) => userPath(root, samples.member, 'replies')),
    screen('user.own', (root) => userPath(root, samples.member), 'member'),
    screen('user.banned', (root) => userPath(root, samples.bannedMember)),
  ],
  ClientPage: (samples) => CLIENT_PAGES.flatMap((page) => clientPageScreens(page, samples)),
  About: () =>
    ABOUT_PAGES.map((page) =>
      screen(`about-${page.replace('/', '-')}`, (root) => aboutPath(root, page)),
    ),
  ErrorPage: () =>
    ERROR_PAGES.map((code) => screen(`error-${code}`, (root) => errorPagePath(root, code))),
  Me: () => [
    screen('me.visitor', mePath),
    screen('me', mePath, 'member', { shows: '.account .self' }),
    screen('me.newcomer', mePath, 'newcomer', { shows: '.account .self' }),
  ],
  Offline: () => [screen('offline', offlinePath)],
};

function siteScreens(samples: Samples): Screen[] {
  return SITE_PAGES.flatMap(({ view, areas }) => {
    const list = VIEW_SCREENS[view]?.(samples);
    if (!list) throw new Error(`There are no screens of the view ${view}.`);
    return areas.flatMap((area) => list.map((one) => ({ ...one, area })));
  });
}

function adminScreens(samples: Samples): Screen[] {
  const details: [string, string][] = [
    ['users.person', adminPath('users', String(samples.member))],
    ['users.banned', adminPath('users', String(samples.bannedMember))],
    ...REPORT_TABS.map((tab): [string, string] => [`reports.${tab}`, adminPath('reports', tab)]),
    ...CONFIG_NAMES.map((name): [string, string] => [
      `content.${name}`,
      adminPath('content', name),
    ]),
    ['jobs.job', adminPath('jobs', String(samples.job))],
    ['log.sign-ins', adminPath('log', 'sign-ins')],
  ];
  const one = (name: string, path: string): Screen => ({
    area: 'admin',
    name,
    reader: 'administrator',
    path: () => path,
    shows: '.screen-head h1',
  });
  return [
    ...ADMIN_SCREENS.map((name) => one(adminScreenKey(name), adminPath(name))),
    ...details.map(([name, path]) => one(name, path)),
  ];
}

export const listScreens = (samples: Samples): Screen[] => [
  ...siteScreens(samples),
  ...adminScreens(samples),
];
