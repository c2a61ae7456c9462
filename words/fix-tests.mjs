// node fix-tests.mjs ROOT [--write]: replaces literals of old texts in tests and scripts
import { readFileSync, writeFileSync } from 'node:fs';
import { execSync } from 'node:child_process';
const root = process.argv[2];
const pairs = JSON.parse(readFileSync('/tmp/m/pairs.json', 'utf8'));
const map = new Map();
for (const [lang, key, old, v] of pairs) { if (!map.has(old)) map.set(old, new Map()); const m = map.get(old); m.set(v, [...(m.get(v) ?? []), key]); }
// texts that other keys still have unchanged
const all = new Map();
const walk = (o, p, f) => { for (const k in o) typeof o[k] === 'object' ? walk(o[k], p + k + '.', f) : f(p + k, o[k]); };
for (const n of ['zh', 'en', 'zh.moderation', 'en.moderation', 'zh.admin', 'en.admin']) walk(JSON.parse(readFileSync(`/work/main/public/assets/i18n/${n}.json`, 'utf8')), '', (k, v) => all.set(v, [...(all.get(v) ?? []), k]));
const files = execSync("git ls-files tests scripts/seed scripts/bench scripts/fuzz 2>/dev/null | grep -E '\\.(ts|tsx)$'", { cwd: root, encoding: 'utf8' }).trim().split('\n');
let done = 0; const unclear = [];
for (const file of files) {
  const text = readFileSync(`${root}/${file}`, 'utf8');
  let out = text;
  for (const [old, news] of map) {
    if (!/\{\{/.test(old)) {
      for (const q of ["'", '"', '`']) {
        const lit = q + old + q;
        if (!out.includes(lit)) continue;
        const changedKeys = [...news.values()].flat();
        const unchanged = (all.get(old) ?? []).filter((k) => !changedKeys.includes(k));
        if (news.size > 1 || unchanged.length) { unclear.push(`${file}: ${lit} → ${[...news].map(([v, k]) => `${v} (${k.slice(0, 2)})`).join(' | ')}${unchanged.length ? ' or stays: ' + unchanged.slice(0, 4) : ''}`); continue; }
        const v = [...news.keys()][0];
        let q2 = q; 
        out = out.split(lit).join(q2 + v + q2); done++;
      }
    }
  }
  if (process.argv[3] === '--write' && out !== text) writeFileSync(`${root}/${file}`, out);
}
console.log(done, 'literals'); console.log(unclear.length, 'unclear'); console.log(unclear.join('\n'));
