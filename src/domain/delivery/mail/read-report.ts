import PostalMime, { type Email } from 'postal-mime';
import type { MailStop } from '#contracts/mailing.ts';
import { BOUNCE_ADDRESS } from './addresses.ts';
import { isNoSuchAddress } from './bounce-reason.ts';

/* Reads bounces of mail servers, and complaints (RFC 5965). */

export interface Returned {
  /** The return address of the email, or its receiver's. */
  recipient: string;
  type: MailStop;
  /** Whether all mail stops: the address doesn't exist, or its owner complained. */
  endsMail: boolean;
  /** The mail server's response, or ''. */
  detail: string;
}

/** Fields of a report by lower-case name; the last of the same name. */
function readFields(text: string): ReadonlyMap<string, string> {
  const lines = text.replace(/\r?\n[ \t]/g, ' ').split(/\r?\n/);
  return new Map(
    lines.map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}

const fieldsOf = ({ attachments }: Email, type: string): ReadonlyMap<string, string> =>
  readFields(String(attachments.find(({ mimeType }) => mimeType === type)?.content ?? ''));

/** Lines before a copy of our own email, whose text is no reason. */
const BEFORE_COPY = /copy of|original message|message header|原(?:始)?邮件/i;
const COPIED_HEADER = /^(?:Return-Path|Received|Message-ID):/i;
const isCopyAhead = (line: string): boolean =>
  (line.startsWith('--') && BEFORE_COPY.test(line)) || COPIED_HEADER.test(line);
/** Lines that repeat our headers. */
const OWN_LINE =
  /^[\s>*-]{0,10}(?:subject|to|from|date|主\s?题|标\s?题|收件人|发件人|时\s?间)\s?[:：]/i;
/** Labels of the reason, also of Chinese providers. */
const REASON = /(?:原因|reason)(?:分析|如下|\sis)?\s?[:：]/i;

/** Limits of the text that is searched for the reason. */
const MAX_TEXT = { characters: 20_000, lines: 200 };

const textOf = ({ text, html = '' }: Email): string =>
  text ||
  html
    .slice(0, MAX_TEXT.characters)
    .replace(/<(?:br|p|div|tr|li)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, ' ');

/** The reason in a bounce without fields. */
function readReason(email: Email): string {
  const lines = textOf(email).slice(0, MAX_TEXT.characters).split('\n').slice(0, MAX_TEXT.lines);
  const copy = lines.findIndex(isCopyAhead);
  const own = lines.slice(0, copy < 0 ? undefined : copy).filter((line) => !OWN_LINE.test(line));
  const named = own.findIndex((line) => REASON.test(line));
  if (named < 0) return own.join('\n');
  const [, said = ''] = (own[named] ?? '').split(REASON);
  return said.trim() || (own.slice(named + 1).find((line) => line.trim() !== '') ?? '');
}

const SENDERS = /^(?:mailer-?daemon|postmaster|mail-?daemon|postman|mdaemon|bounces?)@/i;
const SUBJECTS =
  /undeliver|non remis|returned mail|mail delivery (?:failed|system)|delivery (?:status|failure|has failed)|failure notice|退信|投递失败|无法送达|发送失败/i;
/** Whether it is a bounce, not an out-of-office reply. */
const isBounce = ({ from, subject = '', headers }: Email): boolean =>
  (SENDERS.test(from?.address ?? '') || SUBJECTS.test(subject)) &&
  !headers.some(({ key }) => key === 'x-autoreply' || key === 'x-autorespond');

/** The reason of a bounce, from its fields (RFC 3464) or else its text; undefined for others. */
function readBounce(email: Email): string | undefined {
  const fields = fieldsOf(email, 'message/delivery-status');
  const field = (name: string) => fields.get(name) ?? '';
  const [status, said] = [field('status'), field('diagnostic-code')];
  if (/^(?:delivered|delayed|relayed|expanded)/i.test(field('action'))) return '';
  if (said) return said.includes(status) ? said : `${status} ${said}`;
  return status || isBounce(email) ? `${status} ${readReason(email)}` : undefined;
}

const isComplaint = (email: Email): boolean =>
  /^abuse\b/i.test(
    email.headers.find(({ key }) => key === 'feedback-type')?.value ??
      fieldsOf(email, 'message/feedback-report').get('feedback-type') ??
      '',
  );

/** Parses a raw report. Undefined if it is no bounce or complaint, or names no email of ours. */
export async function parseReport(raw: Uint8Array): Promise<Returned | undefined> {
  const [recipient] = BOUNCE_ADDRESS.exec(Buffer.from(raw).toString('latin1')) ?? [];
  if (!recipient) return undefined;
  const email = await PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'utf8',
    maxNestingDepth: 20,
  }).catch(() => undefined);
  if (!email) return undefined;
  if (isComplaint(email)) return { recipient, type: 'complaint', endsMail: true, detail: '' };
  const said = readBounce(email);
  if (said === undefined) return undefined;
  return { recipient, type: 'bounce', endsMail: isNoSuchAddress(said), detail: said.trim() };
}
