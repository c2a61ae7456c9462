// node apply-words.mjs ROOT : applies words.txt to the dictionaries and prints old→new pairs as JSON
import { readFileSync, writeFileSync } from 'node:fs';
const root = process.argv[2];
const dicts = {};
for (const lang of ['zh', 'en']) for (const part of ['', '.moderation', '.admin']) dicts[lang + part] = JSON.parse(readFileSync(`${root}/public/assets/i18n/${lang}${part}.json`, 'utf8'));
const get = (o, p) => p.split('.').reduce((x, k) => x?.[k], o);
const set = (o, p, v) => { const ks = p.split('.'); const last = ks.pop(); const at = ks.reduce((x, k) => x[k], o); at[last] = v; };
const pairs = []; const missing = [];
for (const line of readFileSync('/tmp/m/words.txt', 'utf8').split('\n').filter(Boolean)) {
  const [key, zh, en] = line.split(' | ');
  for (const [lang, value] of [['zh', zh], ['en', en]]) {
    if (value === '=' || value === undefined) { if (value === undefined) missing.push('BAD ' + line); continue; }
    const part = ['', '.moderation', '.admin'].find((p) => typeof get(dicts[lang + p], key) === 'string');
    if (part === undefined) { missing.push(`${lang} ${key}`); continue; }
    const old = get(dicts[lang + part], key);
    let v = value;
    if (/^\s/.test(old) && !/^\s/.test(v)) v = old.match(/^\s+/)[0] + v;
    if (old === v) continue;
    const holes = (s) => [...new Set(s.match(/\{\{[^}]+\}\}/g) ?? [])].sort().join();
    if (holes(old) !== holes(v)) missing.push(`HOLES ${lang} ${key}: ${holes(old)} / ${holes(v)}`);
    set(dicts[lang + part], key, v); pairs.push([lang, key, old, v]);
  }
}
if (process.argv[3] === '--write') for (const [name, d] of Object.entries(dicts)) writeFileSync(`${root}/public/assets/i18n/${name}.json`, JSON.stringify(d, null, 2) + '\n');
writeFileSync('/tmp/m/pairs.json', JSON.stringify(pairs, null, 1));
console.log(pairs.length, 'changes'); console.log(missing.join('\n'));
