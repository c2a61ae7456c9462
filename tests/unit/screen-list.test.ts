import { expect, test } from 'vitest';
import { ADMIN_SCREENS, adminPath } from '#contracts/admin.ts';
import { AREAS, CLIENT_PAGES, clientPagePath, isMemberPage, rootOf } from '#contracts/paths.ts';
import { listScreens, type Samples } from '../../scripts/tools/screens/screen-list.ts';
import { listShots } from '../../scripts/tools/screens/take-screens.ts';
import { PEOPLE } from '../support/people.ts';

/* The pictures of `npm run screens`. The list itself requires a screen for each view. */

const samples: Samples = {
  longThread: 1,
  poll: 2,
  closedThread: 3,
  ownThread: 4,
  hiddenThread: 5,
  member: PEOPLE.member,
  bannedMember: PEOPLE.banned,
  job: 6,
};
const screens = listScreens(samples);
const pathsOf = (area: string) =>
  screens.filter((one) => one.area === area).map((one) => one.path('zh').split('?')[0]);

test('[ops] every screen of the admin area has its pictures', () => {
  const paths = pathsOf('admin');
  expect(ADMIN_SCREENS.filter((name) => !paths.includes(adminPath(name)))).toEqual([]);
});

test.for(AREAS)(
  '[ops] every client page of the %s site has its pictures, a member’s own in each state',
  (area) => {
    const root = rootOf(area, 'zh');
    for (const clientPage of CLIENT_PAGES) {
      const states = screens
        .filter((one) => one.area === area)
        .filter((one) => one.path(root).split('?')[0] === clientPagePath(root, clientPage));
      expect([clientPage, states.length > 0]).toEqual([clientPage, true]);
      const owner = clientPage === 'me/moderation' ? 'administrator' : 'member';
      if (isMemberPage(clientPage))
        expect(states.map(({ reader, calls }) => [reader, calls])).toEqual([
          ['visitor', undefined],
          [owner, undefined],
          ['newcomer', undefined],
          [owner, 'pending'],
          [owner, 'failing'],
        ]);
    }
  },
);

test('[ops] no two pictures have the same name, and each is there in both languages and themes', () => {
  const files = listShots(screens).map((shot) => shot.file);
  expect(new Set(files).size).toBe(files.length);
  expect(files).toContain('phone/home.en.dark.png');
  expect(files).toContain('desktop/me-messages.empty.zh.light.png');
  expect(files).toContain('admin/dashboard.phone.en.dark.png');
});
