import { userIdOf } from '../../scripts/seed/people.ts';

/** Ids of users of the demo community, by role. */
export const PEOPLE = {
  member: userIdOf('linjian'),
  otherMember: userIdOf('marta'),
  thirdMember: userIdOf('laozhou'),
  fourthMember: userIdOf('xiaoman'),
  fifthMember: userIdOf('qiyue'),
  forumModerator: userIdOf('chigui'),
  otherForumModerator: userIdOf('xianka'),
  /** Group of administrators: moderates everywhere. */
  globalModerator: userIdOf('jonas'),
  /** Group above administrators. */
  administrator: userIdOf('ruogu'),
  banned: userIdOf('nahan'),
} as const;
