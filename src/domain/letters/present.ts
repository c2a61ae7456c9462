import { avatarUrlOf } from '#contracts/default-pictures.ts';
import { htmlToPlainText } from '#contracts/html-to-plain-text.ts';
import type { MediaWords } from '#contracts/media-words.ts';
import type { MessageWire } from '#contracts/wire/own-content.ts';
import { isoSql } from '#db/iso-sql.ts';
import { isWithinListSql, textBytesSql, textOfListSql } from '../shared/bounded-text.ts';

export interface LetterRow {
  id: number;
  html: string;
  created_at: string;
  readAt: Date | null;
  receiverId: number;
  receiverNickname: string;
  receiverAvatar: string;
  senderId: number;
  senderNickname: string;
  senderAvatar: string;
}

// A response contains the text three times, not twice.
const IS_WITHIN_LIST = isWithinListSql(`(3 * ${textBytesSql('l.html')} / 2)`, 'l.id');

/** SQL columns of a LetterRow; needs `letter l`, receiver `r`, sender `s`. */
export const letterColumns = `
  l.id,
  ${textOfListSql('l.html', IS_WITHIN_LIST, "'…'")} as html,
  ${isoSql('l.created_at')} as created_at,
  l.read_at as "readAt",
  r.id as "receiverId",
  r.nickname as "receiverNickname",
  r.avatar as "receiverAvatar",
  s.id as "senderId",
  s.nickname as "senderNickname",
  s.avatar as "senderAvatar"`;

const LETTER_CATEGORY = 5;

/** `note` is HTML, the other texts are plain. */
export function toLetterWire(row: LetterRow, words: MediaWords): MessageWire {
  const text = htmlToPlainText(row.html, words);
  return {
    id: row.id,
    type: 'letter',
    kind: 'letter',
    type_id: 0,
    subject: '',
    forum_name: '',
    receive_user_id: row.receiverId,
    receive_user_nickname: row.receiverNickname,
    receive_user_avatar: avatarUrlOf(row.receiverId, row.receiverAvatar),
    send_user_id: row.senderId,
    send_user_nickname: row.senderNickname,
    send_user_avatar: avatarUrlOf(row.senderId, row.senderAvatar),
    message_fmt: text,
    send_message_fmt: text,
    note: row.html,
    is_new: row.readAt === null ? 0 : 1,
    from_id: row.senderId,
    send_post_id: 0,
    thread_id: 0,
    from_idtype: 'letter',
    category: LETTER_CATEGORY,
    created_at: row.created_at,
  };
}
