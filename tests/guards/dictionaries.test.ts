import ts from 'typescript';
import { expect, test } from 'vitest';
import { LANGS, type Lang } from '#contracts/language.ts';
import { codeFiles, filesBelow, textOf } from './sources.ts';

type Tree = { [key: string]: string | Tree };

/** Chinese has one plural form. Both languages may add a form for zero, such as "none yet". */
const FORMS: Record<Lang, string[]> = { zh: ['other'], en: ['one', 'other'] };
const PLURAL = /_(zero|one|two|few|many|other)$/;

function leaves(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : leaves(value, `${prefix}${key}.`),
  );
}

const texts = Object.fromEntries(
  LANGS.map((lang) => [
    lang,
    new Map(
      [lang, `${lang}.moderation`, `${lang}.admin`].flatMap((name) =>
        leaves(JSON.parse(textOf(`public/assets/i18n/${name}.json`)) as Tree),
      ),
    ),
  ]),
) as Record<Lang, Map<string, string>>;
const bases = (lang: Lang) =>
  [...new Set([...texts[lang].keys()].map((key) => key.replace(PLURAL, '')))].sort();
/** The placeholders of all texts, each with its key without the plural form. */
const placeholders = (lang: Lang): string[] =>
  [...texts[lang]]
    .flatMap(([key, text]) =>
      Array.from(
        text.matchAll(/\{\{-?\s*([\w.]+)/g),
        ([, name]) => `${key.replace(PLURAL, '')}: ${name}`,
      ),
    )
    // a singular form may say "a reply"
    .filter((one) => !one.endsWith(': count'))
    .filter((one, index, all) => all.indexOf(one) === index)
    .sort();

/** Duplicate keys of an object: JSON silently uses the last one. */
function repeatedKeys(path: string): string[] {
  const repeated: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isObjectLiteralExpression(node)) {
      const keys = node.properties.map((property) => property.name?.getText() ?? '');
      repeated.push(...keys.filter((key, index) => keys.indexOf(key) !== index));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, `(${textOf(path)})`, ts.ScriptTarget.Latest, true));
  return repeated.map((key) => `${path}: ${key}`);
}

test('[R38] no key of a dictionary is repeated', () => {
  const paths = filesBelow('public/assets/i18n').filter((path) => path.endsWith('.json'));
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.flatMap(repeatedKeys)).toEqual([]);
});

test('[R38] zh and en have the same keys', () => {
  expect(bases('zh')).toEqual(bases('en'));
});

test.each(LANGS)('[R38] plural keys of %s have exactly the forms of the language', (lang) => {
  const plural = [...texts[lang].keys()]
    .filter((key) => PLURAL.test(key))
    .map((key) => key.replace(PLURAL, ''));
  for (const base of new Set(plural)) {
    const forms = [
      ...(LANGS.some((one) => texts[one].has(`${base}_zero`)) ? ['zero'] : []),
      ...FORMS[lang],
    ];
    expect(
      [...texts[lang].keys()].filter((key) => key.replace(PLURAL, '') === base).sort(),
    ).toEqual(forms.map((form) => `${base}_${form}`).sort());
  }
  const other: Lang = lang === 'zh' ? 'en' : 'zh';
  expect(plural.filter((base) => texts[other].has(base))).toEqual([]);
});

test('[R38] a text has the same placeholders in both languages, and none is empty', () => {
  expect(placeholders('zh')).toEqual(placeholders('en'));
  for (const lang of LANGS)
    expect([...texts[lang]].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual(
      [],
    );
});

test('[R38] every text is used', () => {
  const code = codeFiles()
    .filter((path) => path.startsWith('src/') && !path.endsWith('.css'))
    .map(textOf)
    .join('\n');
  // Code uses a key by its name, or builds it: t(`nav.${place}`).
  const named = new Set(Array.from(code.matchAll(/(?<=['"`])[\w.]+(?=['"`])/g), ([name]) => name));
  const built = [...code.matchAll(/`([\w.]+)\.\$\{/g)].map((match) => `${match[1]}.`);
  // …or by its group: choice(…, 'nav.places').
  const used = (base: string) =>
    named.has(base) ||
    named.has(base.slice(0, base.lastIndexOf('.'))) ||
    built.some((prefix) => base.startsWith(prefix));
  expect(bases('zh').filter((base) => !used(base))).toEqual([]);
});

test('[R38] English texts hold no Chinese, Chinese ones no half-width comma between Chinese characters', () => {
  const han = /\p{Script=Han}/u;
  expect(
    [...texts.en].filter(
      ([key, text]) =>
        han.test(text) && !/(^|\.)(language|languageShort|otherLanguage|login)$/.test(key),
    ),
  ).toEqual([]);
  expect(
    [...texts.zh].filter(([, text]) => /\p{Script=Han}[,;?!]\p{Script=Han}/u.test(text)),
  ).toEqual([]);
});
