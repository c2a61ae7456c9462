/** Login name of a deleted account, never shown. */
export const formerUsername = (userId: number): string => `former-member-${userId}`;

export const isFormerMember = ({ id, username }: { id: number; username: string }): boolean =>
  username === formerUsername(id);
