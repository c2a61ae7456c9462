import { z } from 'zod';
import { dataReply, int, namedObject, time } from './field-types.ts';

/**
 * What an editor begins with: the message as its author sent it, never for anybody who may not
 * change it.
 */
export const PostSourceWire = namedObject('PostSource', {
  id: int,
  thread_id: int,
  forum_id: int,
  storey: int,
  message: z.string(),
  /** The thread's; '' of a reply. */
  subject: z.string(),
  type_id: int,
  language: z.string(),
});
export type PostSourceWire = z.infer<typeof PostSourceWire>;
export const PostSourceReplyWire = dataReply('PostSourceReply', PostSourceWire);

export const RevisionWire = namedObject('Revision', {
  /** 0 is what stands there now. */
  id: int,
  /** Who wrote this version. */
  user_id: int,
  nickname: z.string(),
  created_at: time,
  /** A moderator took it away: nobody can read it any more. */
  removed: z.boolean(),
});
export type RevisionWire = z.infer<typeof RevisionWire>;
export const RevisionsReplyWire = dataReply('RevisionsReply', z.array(RevisionWire));

export const RevisionTextWire = namedObject('RevisionText', {
  id: int,
  /** Of a first post; '' of a reply. */
  subject: z.string(),
  /** HTML, made safe by the rules of now. */
  message: z.string(),
  /** It is kept from readers: a moderator took it away, or it says what may not be said now. */
  removed: z.boolean(),
});
export type RevisionTextWire = z.infer<typeof RevisionTextWire>;
export const RevisionTextReplyWire = dataReply('RevisionTextReply', RevisionTextWire);
