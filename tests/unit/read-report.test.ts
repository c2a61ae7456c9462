import { expect, test } from 'vitest';
import { parseReport } from '#domain/delivery/mail/read-report.ts';

/* Bounce reports in the formats of mail servers (R30). */

const VERP = `bounce+42.0123abcd.${'0123456789abcdef'.repeat(2)}@mail.example`;

/** A copy of our own mail, whose words are no reasons. */
const COPY = [
  'Return-Path: <forum@mail.example>',
  'Subject: Re: user unknown, mailbox full',
  '',
  '550 5.1.1 user unknown',
];

const base64 = (text: string | Uint8Array): string =>
  (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n');

const mail = (headers: readonly string[], body: readonly string[]): string =>
  [`To: <${VERP}>`, ...headers, '', ...body].join('\r\n');

const report = (...parts: (readonly string[])[]): string =>
  mail(
    [
      'From: Mail Delivery System <MAILER-DAEMON@b.example>',
      'Subject: Undelivered Mail Returned to Sender',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="x"',
    ],
    [...parts.flatMap((part) => ['--x', ...part]), '--x--'],
  );
const status = (...lines: readonly string[]) => [
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; mx.b.example',
  '',
  'Final-Recipient: rfc822; a@b.example',
  ...lines,
  '',
];
const copy = ['Content-Type: message/rfc822', '', ...COPY];

const qmail = (reason: string) =>
  mail(
    ['From: MAILER-DAEMON@b.example', 'Subject: failure notice'],
    [
      'Hi. This is the qmail-send program at b.example.',
      "I'm afraid I wasn't able to deliver your message to the following addresses.",
      "This is a permanent error; I've given up. Sorry it didn't work out.",
      '',
      '<a@b.example>:',
      reason,
      '',
      '--- Below this line is a copy of the message.',
      '',
      ...COPY,
    ],
  );
const exim = (reason: string) =>
  mail(
    [
      'From: Mail Delivery System <Mailer-Daemon@b.example>',
      'Auto-Submitted: auto-replied',
      'Subject: Mail delivery failed: returning message to sender',
    ],
    [
      'This message was created automatically by mail delivery software.',
      '',
      'A message that you sent could not be delivered to one or more of its',
      'recipients. This is a permanent error. The following address(es) failed:',
      '',
      '  a@b.example',
      '    host mx.b.example [192.0.2.1]',
      '    SMTP error from remote mail server after RCPT TO:<a@b.example>:',
      `    ${reason}`,
      '',
      '------ This is a copy of the message, including all the headers. ------',
      '',
      ...COPY,
    ],
  );
/** As QQ and 163 write: Chinese, in base64, with a table of the mail and the reason. */
const chinese = (reason: string, from = 'PostMaster@qq.com') =>
  mail(
    [
      `From: ${from}`,
      `Subject: =?utf-8?B?${base64('系统退信/Systems bounce')}?=`,
      'Content-Type: multipart/mixed; boundary="x"',
    ],
    [
      '--x',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      base64(
        `<p>很抱歉，您的邮件被退回来了</p><table><tr><td>主题：</td><td>用户不存在吗</td></tr><tr><td>退信原因：${reason}</td></tr></table><p>解决方案：请核对收件人的邮箱，或请对方清理已满的邮箱。</p>`,
      ),
      '--x',
      'Content-Type: message/rfc822',
      '',
      ...COPY,
      '--x--',
    ],
  );

const GONE: readonly [form: string, raw: string][] = [
  [
    'Postfix',
    report(
      status(
        'Action: failed',
        'Status: 5.1.1',
        'Diagnostic-Code: smtp; 550 5.1.1',
        ' <a@b.example>: Recipient address rejected:',
        '    User unknown in virtual mailbox table',
      ),
      copy,
    ),
  ],
  [
    'Postfix, of a domain',
    report(
      status(
        'Action: failed',
        'Status: 5.4.4',
        'Diagnostic-Code: X-Postfix; Host or domain name not found. Name service',
        '    error for name=b.example type=AAAA: Host not found',
      ),
      copy,
    ),
  ],
  [
    'Exchange',
    report(
      status(
        'Action: failed',
        'Status: 5.1.10',
        'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient a@b.example not found by SMTP address lookup',
      ),
      copy,
    ),
  ],
  ['Exchange, without its words', report(status('Action: failed', 'Status: 5.1.1'), copy)],
  [
    'Gmail',
    report(
      status(
        'Action: failed',
        'Status: 5.1.1',
        'Remote-MTA: dns; gmail-smtp-in.l.google.com',
        'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try',
        " 550-5.1.1 double-checking the recipient's email address for typos or",
        ' 550 5.1.1 unnecessary spaces.',
      ),
      copy,
    ),
  ],
  [
    'a server that says it to people alone',
    report(
      ['Content-Type: text/plain', '', '<a@b.example>: host mx said: 550 No such user'],
      status('Action: failed', 'Status: 5.0.0'),
      copy,
    ),
  ],
  ['qmail', qmail('Sorry, no mailbox here by that name. (#5.1.1)')],
  ['qmail, of a domain', qmail("Sorry, I couldn't find any host named b.example. (#5.1.2)")],
  [
    'qmail, of another server',
    qmail(
      '192.0.2.1 does not like recipient.\r\nRemote host said: 550 5.1.1 unknown user\r\nGiving up on 192.0.2.1.',
    ),
  ],
  ['Exim', exim('550 No such user here')],
  ['Exim, by itself', exim('Unrouteable address')],
  ['QQ', chinese('收件人邮箱地址不存在，邮件无法送达')],
  [
    'QQ, with the other server’s words',
    chinese(
      'host mx.b.example said: 550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help',
    ),
  ],
  ['163', chinese('550 User not found: a@163.com', 'postmaster@163.com')],
  ['Aliyun', chinese("553 RCPT (a@aliyun.com) dosn't exist", 'postmaster@aliyun.com')],
];

const HARMLESS: readonly [form: string, raw: string][] = [
  [
    'Postfix, full',
    report(
      status('Action: failed', 'Status: 5.2.2', 'Diagnostic-Code: smtp; 552 5.2.2 mailbox full'),
      copy,
    ),
  ],
  [
    'Postfix, delayed',
    report(
      status('Action: delayed', 'Status: 4.1.1', 'Diagnostic-Code: smtp; 450 4.1.1 user unknown'),
      copy,
    ),
  ],
  [
    'Gmail, DMARC',
    report(
      status(
        'Action: failed',
        'Status: 5.7.26',
        "Diagnostic-Code: smtp; 550-5.7.26 Unauthenticated email from mail.example is not accepted due to domain's DMARC policy.",
      ),
      copy,
    ),
  ],
  [
    'Exchange, a rule',
    report(
      status(
        'Action: failed',
        'Status: 5.7.1',
        'Diagnostic-Code: smtp;550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy',
      ),
      copy,
    ),
  ],
  ['a server that says nothing', report(status('Action: failed', 'Status: 5.0.0'), copy)],
  ['delivered', report(status('Action: delivered', 'Status: 2.0.0'), copy)],
  ['qmail, full', qmail('Remote host said: 552 mailbox full')],
  ['Exim, size', exim('552 5.3.4 Message size exceeds fixed limit')],
  ['Exim, spam', exim('550 5.1.1 blocked: spam')],
  ['QQ, full', chinese('邮箱空间不足，邮件无法送达')],
  ['QQ, refused by its owner', chinese('对方设置了拒收您的邮件')],
  ['163, rate', chinese('550 Connection frequency limited', 'postmaster@163.com')],
];

test.each(GONE)('[R30] there is no such address: %s', async (_form, raw) => {
  expect(await parseReport(Buffer.from(raw))).toMatchObject({
    recipient: VERP,
    type: 'bounce',
    endsMail: true,
  });
});

test.each(HARMLESS)('[R30] mail continues: %s', async (_form, raw) => {
  expect(await parseReport(Buffer.from(raw))).toMatchObject({ type: 'bounce', endsMail: false });
});

test('[R30] a reason in GBK is read', async () => {
  // 收件人邮箱地址不存在
  const reason = Buffer.from('cad5bcfec8cbd3cacfe4b5d8d6b7b2bbb4e6d4da', 'hex');
  const raw = mail(
    [
      'From: postmaster@b.example',
      'Subject: =?gbk?B?z7XNs83L0MU=?=',
      'Content-Type: text/plain; charset=gbk',
      'Content-Transfer-Encoding: base64',
    ],
    [base64(reason)],
  );
  expect(await parseReport(Buffer.from(raw))).toMatchObject({
    endsMail: true,
    detail: '收件人邮箱地址不存在',
  });
});

test('[R30] an out-of-office answer is no report', async () => {
  const away = mail(
    [
      'From: A <a@b.example>',
      'Subject: Automatic reply: 用户不存在',
      'Auto-Submitted: auto-replied',
    ],
    ['I am away. The address x@b.example does not exist any more.'],
  );
  expect(await parseReport(Buffer.from(away))).toBeUndefined();
});

test('[R30] a complaint is recognized by its own field, not by the words of a mail', async () => {
  const feedback = (type: string) =>
    mail(
      [
        'From: fbl@b.example',
        'Content-Type: multipart/report; report-type=feedback-report; boundary="x"',
      ],
      [
        '--x',
        'Content-Type: message/feedback-report',
        '',
        `Feedback-Type: ${type}`,
        'Version: 1',
        '',
        '--x',
        'Content-Type: message/rfc822',
        '',
        'Subject: x',
        '',
        'Feedback-Type: abuse',
        '--x--',
      ],
    );
  expect(await parseReport(Buffer.from(feedback('abuse')))).toMatchObject({
    type: 'complaint',
    endsMail: true,
  });
  expect(await parseReport(Buffer.from(feedback('not-spam')))).toBeUndefined();
});

test('[R30] a text that names no mail of ours, or is no mail, is no report', async () => {
  for (const raw of ['', 'nothing', GONE[0]?.[1].replaceAll(VERP, 'bounce+1@mail.example') ?? ''])
    expect(await parseReport(Buffer.from(raw))).toBeUndefined();
});
