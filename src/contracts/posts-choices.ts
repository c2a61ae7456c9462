/** What becomes of threads, replies and comments when their author's account is deleted. */
export const POSTS_CHOICES = ['keep', 'delete'] as const;
