import { z } from 'zod';
import { dataReply, int, namedObject, time } from './field-types.ts';

/** The message as sent, for the editor; only for users who may edit it. */
export const PostSourceWire = namedObject('PostSource', {
  id: int,
  thread_id: int,
  forum_id: int,
  storey: int,
  message: z.string(),
  /** The thread's; '' for a reply. */
  subject: z.string(),
  type_id: int,
  language: z.string(),
});
export type PostSourceWire = z.infer<typeof PostSourceWire>;
export const PostSourceReplyWire = dataReply('PostSourceReply', PostSourceWire);

export const RevisionWire = namedObject('Revision', {
  /** 0 is the current version. */
  id: int,
  /** The version's author. */
  user_id: int,
  nickname: z.string(),
  created_at: time,
  /** Deleted by a moderator: unreadable for everybody. */
  removed: z.boolean(),
});
export type RevisionWire = z.infer<typeof RevisionWire>;
export const RevisionsReplyWire = dataReply('RevisionsReply', z.array(RevisionWire));

export const RevisionTextWire = namedObject('RevisionText', {
  id: int,
  /** Of a first post; '' for a reply. */
  subject: z.string(),
  /** HTML, sanitized by the current rules. */
  message: z.string(),
  /** Withheld: deleted by a moderator, or against the current word rules. */
  removed: z.boolean(),
});
export type RevisionTextWire = z.infer<typeof RevisionTextWire>;
export const RevisionTextReplyWire = dataReply('RevisionTextReply', RevisionTextWire);
