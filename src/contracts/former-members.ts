/** The name of a login that a deleted account has. No page shows it. */
export const formerUsername = (userId: number): string => `former-member-${userId}`;

/** Whether a user has deleted their account. */
export const isFormerMember = ({ id, username }: { id: number; username: string }): boolean =>
  username === formerUsername(id);
