/** Until an administrator says otherwise: two video sites. */
export const DEFAULT_FRAME_HOSTS: readonly string[] = ['bilibili.com', 'youtube.com'];
