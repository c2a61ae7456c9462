import { userIds } from '../../scripts/seed/people.ts';

/** The id of one of the demo's people. Throws where nobody has the handle. */
export function idOfPerson(handle: string): number {
  const id = userIds.get(handle);
  if (id === undefined) throw new Error(`scripts/seed/people.json has no ${handle}`);
  return id;
}

/** People of the demo community, as users' ids, by what tests need them for. */
export const PEOPLE = {
  /** Without any power. */
  member: idOfPerson('linjian'),
  /** Writes English. */
  otherMember: idOfPerson('marta'),
  thirdMember: idOfPerson('laozhou'),
  fourthMember: idOfPerson('xiaoman'),
  fifthMember: idOfPerson('qiyue'),
  /** Moderates the forum `desktop`. */
  forumModerator: idOfPerson('chigui'),
  /** Moderates other forums than that. */
  otherForumModerator: idOfPerson('xianka'),
  /** Of the group of administrators: moderates everywhere. */
  globalModerator: idOfPerson('jonas'),
  /** Of the group above them. */
  administrator: idOfPerson('ruogu'),
  /** Banned by the seed. */
  banned: idOfPerson('nahan'),
} as const;
