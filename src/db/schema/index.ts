export * from './captcha.ts';
export * from './forum.ts';
export * from './job.ts';
export * from './message.ts';
export * from './moderation.ts';
export * from './site.ts';
export * from './thread.ts';
export * from './user.ts';
