/** For posts of a deleted account. */
export const POSTS_CHOICES = ['keep', 'delete'] as const;
