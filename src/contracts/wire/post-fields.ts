import { z } from 'zod';
import { PUBLIC_WITHHELD_REASONS } from '../page-model.ts';
import { int, time } from './field-types.ts';

/** Shared by all replies with posts. */
export const postFields = {
  id: int,
  thread_id: int,
  post_user_id: int,
  isfirst: int,
  images_num: int,
  files_num: int,
  doctype: int,
  quote_post_id: int,
  quote_user_id: int,
  message: z.string(),
  message_fmt: z.string(),
  /** Why the caller gets a notice instead of `message`; null if not withheld. */
  withheld: z.enum(PUBLIC_WITHHELD_REASONS).nullable(),
  checked: int,
  like_cnt: int,
  has_read: int,
  created_at: time,
  updated_at: time,
} as const;
