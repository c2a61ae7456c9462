import { inArray, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { findAndMarkPictures, lookUpPictures } from '#domain/message/stored-pictures.ts';
import { sweepUploads } from '#domain/uploads/sweep.ts';
import { readEnv } from '#platform/env.ts';
import { openStorage } from '#platform/open-storage.ts';
import { toVariantPath } from '#platform/stored-path.ts';
import { PEOPLE } from '../support/people.ts';
import { plainPicture, uniquePicture } from '../support/sample-pictures.ts';
import { storagePath } from '../support/upload-call.ts';
import { prepareUploadStorage } from '../support/upload-storage.ts';

/* Pictures in messages, downloaded pictures, and unused ones. */

const { db, dataDir, api, member, upload, rows, stored, files, filesOfRows } =
  await prepareUploadStorage();

describe('[R33] pictures in messages', () => {
  const post = async (message: string) =>
    (await member.call<{ data: { id: number } }>('POST', '/api/v1/post', { thread_id: 1, message }))
      .body.data.id;
  const shown = async (id: number) =>
    (
      await db.execute<{ html: string; used: string[] }>(
        sql`
          select
            html,
            array(
              select path
              from post_upload
              join upload on upload.id = upload_id
              where post_id = ${id}
              order by path
            ) as used
          from post
          where id = ${id}`,
      )
    ).rows[0];

  /** The addresses of grey squares of these sizes, in one upload. */
  const uploadSquares = async <Sizes extends readonly number[]>(...sizes: Sizes) =>
    (
      await upload(
        await Promise.all(sizes.map((size) => plainPicture(size, size, '#777').png().toBuffer())),
      )
    ).body.data as { [Index in keyof Sizes]: string };

  test('know their size and their variants', async () => {
    const [url] = (await upload(await uniquePicture(1500, 500, 31).jpeg().toBuffer())).body
      .data as [string];
    const path = storagePath(url);
    const made = await shown(
      await post(
        `<p>图</p><img src="${url}" srcset="https://evil.example/x 2x"><img src="http://127.0.0.1:4321${url}" width="300" height="9">`,
      ),
    );
    const of = (width: number) => `/uploads/${toVariantPath(path, width)} ${width}w`;
    expect(made?.html).toContain(
      `<img src="${url}" alt="" width="1500" height="500" srcset="${of(480)}, ${of(960)}, ${of(1440)}, ${url} 1500w" sizes="(max-width: 980px) 100vw, 704px" loading="lazy" decoding="async" style="height:auto">`,
    );
    expect(made?.html).toContain('width="300" height="100"');
    expect(made?.html).toContain('sizes="300px"');
    expect(made?.used).toEqual([path]);
  });

  test('of others stay as they are', async () => {
    const none = `/uploads/00/${'0'.repeat(32)}.webp`;
    const made = await shown(
      await post(
        `<p>外面的图</p><img src="https://elsewhere.example${none}"><img src="${none}"><img src="/uploads/../x.webp">`,
      ),
    );
    expect(made?.html).not.toContain('width');
    expect(made?.used).toEqual([]);
  });

  test('are noted when posts and threads are written and edited', async () => {
    const urls = await uploadSquares(41, 42, 43);
    const [first, second, third] = urls.map(storagePath) as [string, string, string];
    const id = await post(`<p>两张</p><img src="${urls[0]}"><img src="${urls[1]}">`);
    expect((await shown(id))?.used).toEqual([first, second].sort());
    await member.call('PUT', '/api/v1/thread/post', {
      id,
      message: `<p>换了</p><img src="${urls[1]}"><img src="${urls[2]}">`,
    });
    expect((await shown(id))?.used).toEqual([second, third].sort());

    const begun = await member.call<{ data: { id: number; first_post_id: number } }>(
      'POST',
      '/api/v1/thread',
      {
        forum_id: 1,
        type_id: 1,
        subject: '有图的主题',
        message: `<p>主题的图</p><img src="${urls[0]}">`,
        language: 'zh_CN',
      },
    );
    const { id: threadId, first_post_id: firstPost } = begun.body.data;
    expect((await shown(firstPost))?.used).toEqual([first]);
    await member.call('PUT', '/api/v1/thread', {
      id: threadId,
      subject: '没有图的主题',
      message: '<p>图拿掉了</p>',
    });
    expect((await shown(firstPost))?.used).toEqual([]);
  });

  test('that can’t be noted have the message refused, and nothing of it stored', async () => {
    const [url] = (await upload(await plainPicture(46, 46).png().toBuffer())).body.data;
    await db.execute(sql`
      create function refuse_picture() returns trigger language plpgsql as $$
        begin raise exception 'busy' using errcode = 'lock_not_available'; end $$`);
    await db.execute(sql`
      create trigger refuse_picture before insert on post_upload
      for each row execute function refuse_picture()`);
    const refused = await member.call('POST', '/api/v1/thread', {
      forum_id: 1,
      type_id: 1,
      subject: '图存不下',
      message: `<p>图</p><img src="${url}">`,
      language: 'zh_CN',
    });
    await db.execute(sql`drop function refuse_picture cascade`);
    expect(refused).toMatchObject({ status: 503, body: { err_code: 'unavailable' } });
    const { rows: kept } = await db.execute(sql`select from thread where subject = '图存不下'`);
    expect(kept).toEqual([]);
  });

  test('are marked as used, and no others', async () => {
    const urls = await uploadSquares(44, 45);
    const paths = urls.map(storagePath);
    await db.execute(sql`
      update upload set used_at = now() - interval '2 days' where ${inArray(sql`path`, paths)}`);
    await post(`<p>一张</p><img src="${urls[0]}">`);
    const { rows: marked } = await db.execute(sql`
      select path
      from upload
      where ${inArray(sql`path`, paths)} and used_at > now() - interval '1 hour'`);
    expect(marked).toEqual([{ path: paths[0] }]);
  });

  test('are marked as used by a message that is written, not by one that is looked at', async () => {
    const urls = await uploadSquares(47, 48);
    const [shown, idle] = urls.map(storagePath) as [string, string];
    const isOurs = sql`path in (${shown}, ${idle})`;
    await db.execute(sql`update upload set used_at = null where ${isOurs}`);
    const used = async () =>
      (
        await db.execute(sql`select path from upload where ${isOurs} and used_at is not null`)
      ).rows.map(({ path }) => path);
    const message = `<p>一张</p><img src="${urls[0]}">`;
    expect([...(await lookUpPictures(db, message)).keys()]).toEqual([shown]);
    expect(await used()).toEqual([]);
    expect([...(await findAndMarkPictures(db, message)).keys()]).toEqual([shown]);
    expect(await used()).toEqual([shown]);
  });
});

describe('[R33] downloads', () => {
  test('are sent as files, by any address of ours', async () => {
    const { body } = await upload(await uniquePicture(600, 300, 51).png().toBuffer());
    const path = storagePath(body.data[0]);
    for (const address of [
      `/uploads/${path}`,
      path,
      `http://127.0.0.1:4321/uploads/${path}`,
      toVariantPath(path, 480),
    ]) {
      const response = await api.send(
        'GET',
        `/api/v1/thread/down_image?${new URLSearchParams({ file_path: address })}`,
      );
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[0-9a-f]{32}(\.480)?\.webp"$/,
      );
      expect(Buffer.from(await response.arrayBuffer())).toEqual(
        stored(address.includes('480') ? toVariantPath(path, 480) : path),
      );
    }
  });

  test('lead nowhere else', async () => {
    for (const address of [
      '../../etc/passwd',
      '/uploads/../../x.webp',
      '3f/../../../etc/passwd',
      `3f/${'3'.repeat(32)}.webp/..`,
      'http://elsewhere.example/x.webp',
      `ab\\${'a'.repeat(32)}.webp`,
      '',
    ]) {
      expect([
        address,
        (
          await api.call(
            'GET',
            `/api/v1/thread/down_image?${new URLSearchParams({ file_path: address })}`,
          )
        ).status,
      ]).toEqual([address, 400]);
    }
    expect(
      (await api.call('GET', `/api/v1/thread/down_image?file_path=00/${'0'.repeat(32)}.webp`))
        .status,
    ).toBe(404);
  });
});

describe('[R33] an unused upload', () => {
  const age = (path: string, days: number) =>
    db.execute(
      sql`update upload set created_at = now() - ${`${days} days`}::interval where path = ${path}`,
    );

  test('is swept after seven days, with its files; drafts, avatars and posts retain theirs', async () => {
    const urls = (
      await upload(
        await Promise.all(
          [91, 92, 93, 94, 95].map((size) =>
            uniquePicture(size * 6, size, size)
              .png()
              .toBuffer(),
          ),
        ),
      )
    ).body.data;
    const [idle, drafted, face, posted, young] = urls.map(storagePath) as [
      string,
      string,
      string,
      string,
      string,
    ];
    await db.execute(
      sql`
        insert into draft (user_id, body)
        values (${PEOPLE.member}, ${JSON.stringify({ message: `<img src="/uploads/${drafted}">` })}::jsonb)`,
    );
    await db.execute(
      sql`update "user" set avatar = ${`/uploads/${face}`} where id = ${PEOPLE.member}`,
    );
    await member.call('POST', '/api/v1/post', {
      thread_id: 1,
      message: `<p>用上了</p><img src="/uploads/${posted}">`,
    });
    for (const path of [idle, drafted, face, posted]) await age(path, 8);
    await age(young, 6);
    expect(files()).toContain(toVariantPath(idle, 480));
    expect(await sweepUploads(db, openStorage(readEnv({ DATA_DIR: dataDir })))).toBe(1);
    const left = (await rows()).map((row) => row.path);
    expect(left).not.toContain(idle);
    expect(left).toEqual(expect.arrayContaining([drafted, face, posted, young]));
    expect(files()).toEqual(await filesOfRows());
  });

  test('and can’t be forgotten ends the sweep, and the next one forgets it', async () => {
    const storage = openStorage(readEnv({ DATA_DIR: dataDir }));
    const [url] = (await upload(await plainPicture(96, 96).png().toBuffer())).body.data;
    const path = storagePath(url);
    await age(path, 8);
    await db.execute(sql`
      create function refuse_removal() returns trigger language plpgsql as $$
        begin raise exception 'busy'; end $$`);
    await db.execute(sql`
      create trigger refuse_removal before delete on upload
      for each row execute function refuse_removal()`);
    try {
      await expect(sweepUploads(db, storage)).rejects.toThrow();
    } finally {
      await db.execute(sql`drop function refuse_removal cascade`);
    }
    await db.execute(sql`
      update upload set swept_at = now() - interval '2 hours' where path = ${path}`);
    expect(await sweepUploads(db, storage)).toBe(1);
    expect((await rows()).map((row) => row.path)).not.toContain(path);
  });

  test('begins its seven days again when it is sent again', async () => {
    const sent = await plainPicture(97, 97).png().toBuffer();
    const path = storagePath((await upload(sent)).body.data[0]);
    await age(path, 8);
    await upload(sent);
    expect(await sweepUploads(db, openStorage(readEnv({ DATA_DIR: dataDir })))).toBe(0);
    expect(files()).toContain(path);
  });
});
