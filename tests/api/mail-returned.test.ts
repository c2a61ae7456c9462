import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminMailWire, MailLogWire } from '#contracts/wire/mail.ts';
import { ADMIN, adminCaller } from '../support/admin-session.ts';
import { member } from '../support/factories.ts';
import {
  mailNow,
  mailVariables,
  setMailAddress,
  startMailForum,
  threadWithReplies,
} from '../support/mail-server.ts';
import { type Caller, testApi } from '../support/test-api.ts';

/* Bounced mails, and the administrators' view of all mails. */

const { db, server, env, api } = await startMailForum();
const TOKEN = { authorization: `Bearer ${mailVariables(server).MAIL_WEBHOOK_TOKEN}` };

let id: number;
let me: Caller;
let address: string;
let sender: string;

beforeEach(async () => {
  await db.execute(sql`delete from mail`);
  [server.arrived, server.refusal] = [[], undefined];
  id = await member(db);
  address = await setMailAddress(db, id);
  me = await api.as(id);
  await me.call('PUT', '/api/v2/user/mail', { frequency: 'now' });
  await threadWithReplies(db, api, id);
  await mailNow(db, env);
  sender = server.arrived[0]?.sender ?? '';
});

const stopped = async () =>
  (await me.call<{ data: { stopped: unknown } }>('GET', '/api/v2/user/mail')).body.data.stopped;
const report = (body: string, type = 'message/rfc822') =>
  api.send('POST', '/api/mail/returned', body, { ...TOKEN, 'content-type': type });
const reportJson = (body: object) => report(JSON.stringify(body), 'application/json');

/** A mail server's status report, as Postfix writes it. */
const dsn = (status: string) =>
  [
    'From: MAILER-DAEMON@mail.example',
    `To: ${sender}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="x"',
    '',
    '--x',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example',
    '',
    `Final-Recipient: rfc822; ${address}`,
    `Action: ${status.startsWith('5') ? 'failed' : 'delayed'}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; 550 ${status} said so`,
    '',
    '--x--',
  ].join('\r\n');

describe('a bounced mail', () => {
  test('[R30] has an address of its own, and ends mail when it never can be delivered', async () => {
    expect(sender).toMatch(/^bounce\+\d+\.[\da-f]{8}\.[\da-f]{32}@mail\.example$/);
    expect((await report(dsn('5.1.1'))).status).toBe(200);
    expect(await stopped()).toMatchObject({ reason: 'bounce' });
    const { rows } = await db.execute(
      sql`select error, returned_at is not null as returned from mail where user_id = ${id}`,
    );
    expect(rows).toEqual([{ error: 'smtp; 550 5.1.1 said so', returned: true }]);
    // No further mail is created for them until they turn mail on again.
    await threadWithReplies(db, api, id);
    await mailNow(db, env);
    expect(server.arrived).toHaveLength(1);
  });

  test('[R30] for now ends nothing', async () => {
    expect((await report(dsn('4.2.2'))).status).toBe(200);
    expect((await reportJson({ recipient: sender, type: 'bounce', permanent: false })).status).toBe(
      200,
    );
    expect(await stopped()).toBeNull();
  });

  test('[R30] for a full box, a policy or a size ends nothing, whatever the server', async () => {
    for (const status of ['5.2.2', '5.7.1', '5.3.4']) await report(dsn(status));
    const permanent = { recipient: sender, type: 'bounce', permanent: true };
    await reportJson({ ...permanent, detail: '552 5.2.2 mailbox full' });
    expect(await stopped()).toBeNull();
    await reportJson({ ...permanent, detail: '550 5.1.1 user unknown' });
    expect(await stopped()).toMatchObject({ reason: 'bounce' });
  });

  test('[R30] from a former address ends nothing at the present one', async () => {
    await db.execute(sql`update "user" set email = 'now@people.example' where id = ${id}`);
    await report(dsn('5.1.1'));
    await reportJson({ recipient: sender, type: 'complaint', permanent: true });
    expect(await stopped()).toBeNull();
    await setMailAddress(db, id);
    await report(dsn('5.1.1'));
    expect(await stopped()).toMatchObject({ reason: 'bounce' });
  });

  test('[R30] whose number belongs to another mail since a restore ends nothing', async () => {
    const other = await member(db);
    await setMailAddress(db, other);
    await db.execute(sql`update mail set user_id = ${other} where user_id = ${id}`);
    await report(dsn('5.1.1'));
    const { rows } = await db.execute(
      sql`select from mail_choice where user_id = ${other} and stopped_at is not null`,
    );
    expect(rows).toEqual([]);
  });

  test('[R30] with a complaint ends mail, as a raw report or as JSON, also by the address alone', async () => {
    await report(`Feedback-Type: abuse\r\nVersion: 1\r\n\r\nReturn-Path: <${sender}>\r\n`);
    expect(await stopped()).toMatchObject({ reason: 'complaint' });
    await me.call('PUT', '/api/v2/user/mail', { stopped: null });
    expect(await stopped()).toBeNull();
    await reportJson({ recipient: address.toUpperCase(), type: 'complaint', permanent: true });
    expect(await stopped()).toMatchObject({ reason: 'complaint' });
  });

  test('[R21] is accepted with the token only, and no address can be guessed', async () => {
    const forged = sender.replace(/\.[\da-f]{4}/, '.0000');
    for (const authorization of ['', 'Bearer of-somebody-else-entirely'])
      expect(
        (await api.send('POST', '/api/mail/returned', dsn('5.1.1'), { authorization })).status,
      ).toBe(401);
    expect((await report(dsn('5.1.1').replaceAll(sender, forged))).status).toBe(200);
    expect((await report('nothing of it')).status).toBe(200);
    expect((await reportJson({ recipient: forged })).status).toBe(400);
    expect((await report('{', 'application/json')).status).toBe(400);
    expect((await report('x'.repeat(300_000))).status).toBe(413);
    expect(await stopped()).toBeNull();
    const untaken = await testApi(db);
    expect((await untaken.send('POST', '/api/mail/returned', '', TOKEN)).status).toBe(404);
  });
});

describe('administrators', () => {
  test('[R30] see the server without its password, sent and failed mails, and set the rate', async () => {
    const admin = await adminCaller(
      await testApi(db, {
        ...mailVariables(server),
        SMTP_URL: `smtp://forum:secret@127.0.0.1:${server.port}`,
      }),
      db,
    );
    const state = async () => (await admin.call<AdminMailWire>('GET', '/api/v2/admin/mail')).body;
    expect(await state()).toMatchObject({
      configured: true,
      from: 'Forum <forum@mail.example>',
      reply_to: 'help@mail.example',
      server: `127.0.0.1:${server.port}`,
      rate: 120,
      waiting: 0,
      sent: 1,
      failed: 0,
      error: '',
    });
    expect(JSON.stringify(await state())).not.toContain('secret');
    expect((await admin.call('PUT', '/api/v2/admin/mail', { rate: 30 })).body).toMatchObject({
      rate: 30,
    });
    expect((await admin.call('PUT', '/api/v2/admin/mail', { rate: 0 })).status).toBe(400);
    await admin.call('PUT', '/api/v2/admin/mail', { rate: 120 });
  });

  test('[R30, R20] read the log, by person and state, with addresses that are cut, as a file too', async () => {
    const admin = await adminCaller(api, db);
    const log = async (query = '') =>
      (
        await admin.call<{ rows: MailLogWire[]; total: number }>(
          'GET',
          `/api/v2/admin/mail/letters${query}`,
        )
      ).body;
    const { rows, total } = await log();
    expect(total).toBe(1);
    expect(rows).toMatchObject([
      { kind: 'notices', state: 'sent', user_id: id, events: 1, tries: 1, returned_at: null },
    ]);
    expect(rows[0]?.address).toBe('p…@people.example');
    expect((await log(`?q=${id}&state=sent&kind=notices`)).total).toBe(1);
    expect((await log('?state=failed')).rows).toEqual([]);
    expect((await log('?q=nobody-of-that-name')).rows).toEqual([]);
    const file = async (query: string) =>
      (
        await api.send('GET', `/api/v2/admin/mail/letters.csv${query}`, undefined, {
          cookie: admin.cookie,
        })
      ).text();
    const [, row, ...others] = (await file(`?q=${id}`)).split('\r\n');
    expect(row).toMatch(
      new RegExp(`^\\d+,"[^"]+","notices","sent",${id},"[^"]*","p…@people\\.example",1,1,"",`),
    );
    expect(others).toEqual(['']);
    for (const query of ['?state=failed', '?q=nobody-of-that-name'])
      expect((await file(query)).split('\r\n')).toHaveLength(2);
  });

  test('[R30] send a test mail to any address, and see the mail server’s answer', async () => {
    const admin = await adminCaller(api, db);
    await db.execute(sql`update "user" set email = '' where id = ${ADMIN}`);
    const address = 'tester@elsewhere.example';
    const send = async () =>
      (await admin.call<{ error: string }>('POST', '/api/v2/admin/mail/test', { address })).body;
    expect(await send()).toEqual({ address: 't…@elsewhere.example', error: '' });
    const arrived = server.arrived.at(-1);
    expect(arrived?.recipients).toEqual([address]);
    expect(arrived?.subject).toContain('测试邮件');
    expect(arrived?.headers.has('list')).toBe(false);
    server.refusal = { at: 'data', code: 554, text: '5.7.1 not from you' };
    expect((await send()).error).toContain('not from you');
    const logged = await admin.call<{ data: { kind: string; address: string }[] }>(
      'GET',
      '/api/v2/admin/mail/letters?kind=test',
    );
    expect(JSON.stringify(logged.body)).toContain('"t…@elsewhere.example"');
    for (const wrong of ['', 'tester', 'a@b@c', 'Tester <t@elsewhere.example>', 'a\r\n@b.example'])
      expect(
        (await admin.call('POST', '/api/v2/admin/mail/test', { address: wrong })).status,
        wrong,
      ).toBe(400);
  });

  test('[R30] of a forum without a mail server see that it has none', async () => {
    const admin = await adminCaller(await testApi(db), db);
    expect((await admin.call('GET', '/api/v2/admin/mail')).body).toMatchObject({
      configured: false,
      server: '',
    });
    expect(
      (await admin.call('POST', '/api/v2/admin/mail/test', { address: 'a@b.example' })).status,
    ).toBe(404);
  });
});
