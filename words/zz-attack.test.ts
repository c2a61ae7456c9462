import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { afterAll, test } from 'vitest';
import { startPublishingSite, MEMBER, OTHER, ADMIN, BANNED } from '../support/publishing-site.ts';

const site = await startPublishingSite();
const rows: string[] = [];
afterAll(() => writeFileSync(process.env.ATTACK_OUT ?? '/tmp/m/attack.txt', rows.join('\n') + '\n'));
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.pid}/status`, 'utf8'))?.[1]) / 1024;

/** Another client's longest wait and the memory while something is done. */
async function watch(name: string, what: () => Promise<string>) {
  let on = true;
  let longest = 0;
  let memory = 0;
  let polls = 0;
  const poller = (async () => {
    while (on) {
      const s = performance.now();
      await fetch(`${site.url}/api/v1/forum/rows`).then((r) => r.text()).catch(() => { longest = Math.max(longest, 1e9); });
      longest = Math.max(longest, performance.now() - s);
      polls++;
      memory = Math.max(memory, rss());
      await new Promise((r) => setTimeout(r, 5));
    }
  })();
  const s = performance.now();
  let said: string;
  try { said = await what(); } catch (e) { said = String(e); }
  const ms = performance.now() - s;
  on = false;
  await poller;
  rows.push(`${name}: second client's longest wait ${longest.toFixed(0)} ms of ${polls}; memory ${memory.toFixed(0)} MB; whole ${ms.toFixed(0)} ms; ${said}`);
}
const get = (path: string) => new Promise<string>((resolve) => {
  const s = performance.now();
  const r = request(site.url + path, (a) => { let n = 0; a.on('data', (c) => (n += c.length)); a.on('end', () => resolve(`${a.statusCode} ${(n / 1e6).toFixed(2)} MB ${(performance.now() - s).toFixed(0)} ms`)); });
  r.on('error', (e) => resolve(String(e)));
  r.end();
});
const bodyOf = async (by: number, method: string, path: string, body?: unknown) => {
  try { const r = await site.call(by, method, path, body); return `${r.status}/${r.body.code}`; } catch (e) { return String(e); }
};
const count = (list: string[]) => JSON.stringify(Object.fromEntries([...new Set(list)].map((x) => [x, list.filter((y) => y === x).length])));

test('[ops] attacks', { timeout: 600_000 }, async () => {
  await site.call(MEMBER, 'GET', '/api/v1/login/is_login');
  await watch('idle', async () => { await new Promise((r) => setTimeout(r, 1000)); return ''; });
  await watch('N1 picture', async () => {
    const out: string[] = [];
    const { createToken } = await import('#auth/access-token.ts');
    const { token } = await createToken(site.db, { userId: MEMBER, name: 'x', scopes: ['read', 'write'] });
    for (let i = 0; i < 3; i++) {
      const form = new FormData();
      form.set('image', new Blob([`${'<!---->'.repeat(585)}x`], { type: 'image/svg+xml' }), 'a.svg');
      const r = await fetch(`${site.url}/api/v1/thread/file`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
      out.push(String(r.status)); await r.text();
    }
    return count(out);
  });
  const t2 = await site.thread('攻击二');
  await watch('N2 write', async () => {
    const out: string[] = [];
    for (let i = 0; i < 8; i++)
      out.push(await bodyOf(i % 2 ? MEMBER : OTHER, 'POST', '/api/v1/post', { thread_id: t2, message: `<p>${i}<b title='${'"'.repeat(40_000)}'>${'<p>a'.repeat(500)}` }));
    for (let i = 0; i < 8; i++)
      out.push(await bodyOf(i % 2 ? MEMBER : OTHER, 'POST', '/api/v1/post', { thread_id: t2, message: `<p>${i}${'&'.repeat(99_000)}` }));
    return count(out);
  });
  await watch('N2 list', () => get(`/api/v1/thread/post/list?id=${t2}&limit=100`));
  const t3 = await site.thread('攻击三');
  const { body } = await site.call(OTHER, 'POST', '/api/v1/post', { thread_id: t3, message: `<p>${'"'.repeat(99_000)}</p>` });
  await watch('N3 write', async () => {
    const out: string[] = [];
    for (let i = 0; i < 100; i++)
      out.push(await bodyOf(MEMBER, 'POST', '/api/v1/post', { thread_id: t3, message: `<p>引用${i}</p>`, quote_post_id: body.data.id }));
    return count(out);
  });
  await watch('N3 list', () => get(`/api/v1/thread/post/list?id=${t3}&limit=100`));
  await watch('N3 three at once', async () => (await Promise.all([1, 2, 3].map(() => get(`/api/v1/thread/post/list?id=${t3}&limit=100`)))).join(', '));
  await watch('N4 previews', async () => {
    const code = `<pre><code class="language-markdown">${'[a]('.repeat(4990)}</code></pre>`;
    const previews = Promise.all([1, 2, 3].map(() => bodyOf(OTHER, 'POST', '/api/v1/thread/preview', { message: code })));
    await new Promise((r) => setTimeout(r, 50));
    const s = performance.now();
    const said = await bodyOf(MEMBER, 'POST', '/api/v1/post', { thread_id: t3, message: '<p>另一个人的回复</p>' });
    const ms = performance.now() - s;
    return `another's reply ${said} after ${ms.toFixed(0)} ms; previews ${count(await previews)}`;
  });
  await watch('N5 drafts', async () => {
    const out: string[] = [];
    for (const size of [399_000, 99_000])
      for (let i = 0; i < 50; i++)
        out.push(await bodyOf(BANNED, 'POST', '/api/v1/thread/draft', { subject: `稿${size}${i}`, message: `<p>${'字'.repeat(size / 2)}</p>` }));
    return count(out);
  });
  const { createToken } = await import('#auth/access-token.ts');
  const { token } = await createToken(site.db, { userId: BANNED, name: 'x', scopes: ['read', 'write'] });
  await watch('N5 list', async () => { const s = performance.now(); const r = await fetch(`${site.url}/api/v1/thread/draft`, { headers: { authorization: `Bearer ${token}` } }); const n = (await r.arrayBuffer()).byteLength; return `${r.status} ${(n / 1e6).toFixed(2)} MB ${(performance.now() - s).toFixed(0)} ms`; });
  void ADMIN;
});
