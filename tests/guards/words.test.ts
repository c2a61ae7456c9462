import { expect, test } from 'vitest';
import { LANGS, type Lang } from '#contracts/language.ts';
import { filesBelow, textOf } from './sources.ts';

/* One thing has one name in the whole product: each former term precedes the current one. */

/** Forbidden terms, with their replacements. */
const BANNED: Record<Lang, [RegExp, string][]> = {
  zh: [
    [/采纳|优质回复|推荐回复|取消推荐/, '精选回复'],
    [/获赞|觉得.{0,12}有帮助/, '有用'],
    [/屏蔽/, '隐藏（内容）、拉黑（人）'],
    [/主题分类/, '分类'],
    [/关闭.{0,12}主题|主题.{0,6}关闭|关闭回复|已关闭(?!的公告)|重新开放/, '锁定、解除锁定'],
    [/消息/, '通知'],
    [/写信|第一封|更早的信/, '私信'],
    [/接着写/, '继续写'],
    [/丢掉/, '删除草稿'],
    [/入驻/, '加入'],
    [/切换深浅色/, '深色模式'],
    [/我的操作/, '更多操作'],
    [/不要投票|不引用了/, '移除投票、取消引用'],
    [/(?<!拆)分出/, '拆分'],
    [/代劳/, '自动验证'],
    [/接得上/, '把拼图拖到缺口处'],
    [/没有存上|没有保存上/, '保存失败'],
    [/撤销.{0,4}令牌|生成令牌/, '吊销令牌、创建令牌'],
    [/接着看/, '相关主题'],
    [/答主/, '热心成员'],
    [/最早的在/, '最早：'],
    [/周环比/, '较前 7 天'],
    [/等待自/, '等待时间'],
    [/试查/, '试运行'],
    [/撤下版主/, '免去版主'],
    [/告知客户端/, '仅供客户端使用'],
    [/去掉筛选/, '清除筛选'],
    [/抢先/, '已被他人处理'],
    [/变着写/, '可识别变形写法'],
    [/图纸|图案接/, '不用品牌的比喻'],
    [/登录服务那边/, '在登录服务中'],
  ],
  en: [
    [/(?<!lowercase |mixes )\bletters?\b/i, 'message, messages'],
    [/\bactivit(y|ies)\b/i, 'events'],
    [/\bput away\b/i, 'close'],
    [/\bthrow(n|s)?\b.{0,20}\baway\b/i, 'delete draft'],
    [/\bbegin another\b|\bgoing on with\b/i, 'start, continue'],
    [/\bdidn’t come\b/i, 'didn’t load'],
    [/\bof now\b/i, 'current'],
    [/\bdrawing\b|\bthis sheet\b/i, 'default picture; no figures of the brand'],
    [/\bdevice does it\b/i, 'automatic check'],
    [/\bthat missed\b/i, 'not quite'],
    [/\bmade smaller\b/i, 'resized'],
    [/\bnobody else’s\b/i, 'unique'],
    [/\bconfirmed who\b/i, 'identity confirmed'],
    [/\bwhat I can do\b/i, 'more actions'],
    [/\bcannot be reached\b|\bcan’t be reached\b/i, 'can’t reach the server'],
    [/\bmake a token\b|\bhow long it works\b|\bwhat it may do\b/i, 'create token, expires'],
    [/\bin a week\b/i, 'vs previous 7 days'],
    [/\bwhatever happens\b|\bwhat happens$/i, 'any action, action'],
    [/\brights hold\b|\bmay everything\b/i, 'apply immediately, have every right'],
    [/\btold to apps\b/i, 'for client apps only'],
    [/\bfaster\b/i, 'already handled by someone else'],
    [/\bseen through\b/i, 'matches despite'],
    [/\bnothing waits\b|\bcomes here\b/i, 'queue is empty, appears here'],
    [/\btakes? no more replies\b|\bclose to replies\b|\bclosed thread\b/i, 'is locked'],
    [/\bwas looked at\b/i, 'reviewed'],
    [/\bsomebody\b|\beverybody\b|\bof theirs\b/i, 'someone, everyone, the member'],
    [/\bgoes on\b|\bby itself\b|\bby themselves\b/i, 'continues, automatically'],
    [/\bkinds? of thread\b|\btheme\b/i, 'category'],
    [/\bfavorite\b|\bcolor\b/i, 'British spelling'],
  ],
};

const texts = (lang: Lang): [string, string][] => [
  ...[lang, `${lang}.moderation`, `${lang}.admin`].map((name): [string, string] => [
    name,
    textOf(`public/assets/i18n/${name}.json`),
  ]),
  ...filesBelow('src/views/about')
    .filter((path) => path.endsWith(`.${lang}.md`))
    .map((path): [string, string] => [path, textOf(path)]),
];

test('[R38] one thing has one name in the texts of both languages', () => {
  const found = LANGS.flatMap((lang) =>
    texts(lang).flatMap(([name, text]) =>
      text.split('\n').flatMap((line) =>
        BANNED[lang]
          // skips dictionary keys, link addresses and code, where the API uses its own names
          .filter(([banned]) => banned.test(line.replace(/^\s*"[^"]+": |`[^`]+`|\]\([^)]+\)/g, '')))
          .map(([, instead]) => `${name}: ${line.trim()} → ${instead}`),
      ),
    ),
  );
  expect(found).toEqual([]);
});
