import { userIdOf } from '../../scripts/seed/people.ts';

/** People of the demo community, as users' ids, by what tests need them for. */
export const PEOPLE = {
  /** Without any power. */
  member: userIdOf('linjian'),
  /** Writes English. */
  otherMember: userIdOf('marta'),
  thirdMember: userIdOf('laozhou'),
  fourthMember: userIdOf('xiaoman'),
  fifthMember: userIdOf('qiyue'),
  /** Moderates the forum `desktop`. */
  forumModerator: userIdOf('chigui'),
  /** Moderates other forums than that. */
  otherForumModerator: userIdOf('xianka'),
  /** Of the group of administrators: moderates everywhere. */
  globalModerator: userIdOf('jonas'),
  /** Of the group above them. */
  administrator: userIdOf('ruogu'),
  /** Banned by the seed. */
  banned: userIdOf('nahan'),
} as const;
