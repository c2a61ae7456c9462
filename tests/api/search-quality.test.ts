import { expect, test } from 'vitest';
import type { SearchHitWire } from '#contracts/wire/search.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);

/** What people type, and the thread of the demo community that they would expect first. */
const CHINESE: [query: string, subject: string][] = [
  ['屏幕模糊', '屏幕是糊的！！急'],
  ['electron 125% 模糊', 'Blurry Electron app at 125%'],
  ['打不出汉字', '打不出中文？Wayland 输入法排查'],
  ['风扇狂转', '风扇半夜突然狂转'],
  ['开机慢', '开机必等 1 分 30 秒'],
  ['ssh 登录慢', 'SSH 登录总要等 25 秒'],
  ['输入法', '打不出中文？Wayland 输入法排查'],
  ['打印机', '打印机不出纸？从队列查到接口'],
  ['内核', '读内核日志的正确姿势'],
  ['缩放', '4K 屏 150% 缩放发虚？讲清 Wayland 分数缩放'],
  ['剪贴板', '25.1 虚拟机剪贴板时灵时不灵'],
  ['备份', '晒备份：你现在有几份？'],
  ['全盘加密', 'TPM 解锁全盘加密：别锁自己'],
  ['恢复密钥', '升级后每次开机都要恢复密钥'],
  ['升级 25.1', '升级到 25.1 卡在 73%'],
  ['分数缩放', '4K 屏 150% 缩放发虚？讲清 Wayland 分数缩放'],
  ['显示报告', '发帖前必读：如何附上显示报告'],
  ['第二块屏不亮', '25.1 公测：锁屏后第二块屏不亮'],
  ['wayland 输入法', '打不出中文？Wayland 输入法排查'],
  ['无线网卡断线', '无线网卡看视频就断'],
  ['双系统时间差八小时', '双系统时间总差八小时'],
  ['怎么校验镜像', '下载镜像后请先校验'],
  ['内核日志怎么看', '读内核日志的正确姿势'],
  ['休眠失败 zram', 'zram 开着的时候休眠失败'],
  ['journald 占用空间', 'journald 吃了 8 个 G'],
  ['电池续航', '续航调校手册（25.0 版）'],
  ['HEIC 照片打不开', '手机照片打不开，说是 HEIC'],
  ['校园网认证', '校园网认证页弹不出来'],
  ['远程桌面黑屏', '远程桌面连上就是黑屏'],
  ['容器 中文 方框', '容器里中文全变成方框'],
];

const ENGLISH: [query: string, subject: string][] = [
  ['printer wifi', 'Printer hides on Wi-Fi only'],
  ['postgres slow', 'Postgres 17 slow after 25.0'],
  ['wayland', '4K 屏 150% 缩放发虚？讲清 Wayland 分数缩放'],
  ['podman', 'Rootless Podman and port 80'],
  ['flatpak', 'Flatpak or lpm for Kdenlive?'],
  ['usb audio no sound', 'No sound from USB interface'],
  ['hibernate', 'Lid, suspend and hibernate'],
  ['dock monitor', 'Dock loses monitor 2 on wake'],
  ['systemd timer', 'systemd timer 代替 cron 的小抄'],
  ['strace', 'strace for the curious'],
  ['lpm hold upgrade', 'lpm should explain its holds'],
  ['blurry electron', 'Blurry Electron app at 125%'],
  ['night colour', 'Night colour, explained slowly'],
  ['cursor size hdmi', 'Cursor twice as big on HDMI'],
  ['x11', 'Anyone still using X11?'],
  ['password manager', 'Which password manager, calmly'],
  ['rebase', 'Rebase made 214 commits mine'],
  ['ldap login slow', 'LDAP login crawls at 8:00'],
  ['pxe install', 'PXE install in twelve steps'],
  ['gpu logs', 'Reading GPU logs before coffee'],
  ['fingerprint read', 'Fingerprint reader not found'],
  ['how do I go back after an upgrade', 'Going back after a bad upgrade'],
  ['initramfs', 'Boot drops to initramfs shell'],
  ['dns suspend', 'DNS dies after every suspend'],
  ['wireguard', 'WireGuard in lantu-settings'],
  ['captive portal', 'Captive portals on trains'],
  ['hardware token ssh', 'SSH keys on a hardware token'],
  ['zfs scrub slow', 'ZFS scrub slower every month'],
  ['rootless podman port', 'Rootless Podman and port 80'],
  ['mail server', 'A mail server in two evenings?'],
];

/** Traditional characters, full width, other endings, names with signs. */
const AWKWARD: [query: string, subject: string][] = [
  ['雙系統時間', '双系统时间总差八小时'],
  ['升級 卡在', '升级到 25.1 卡在 73%'],
  ['輸入法 漢字', '打不出中文？Wayland 输入法排查'],
  ['遠程桌面黑屏', '远程桌面连上就是黑屏'],
  ['無線網卡', '无线网卡看视频就断'],
  ['剪貼板', '25.1 虚拟机剪贴板时灵时不灵'],
  ['全盤加密', 'TPM 解锁全盘加密：别锁自己'],
  ['Ｗｉ－Ｆｉ printer', 'Printer hides on Wi-Fi only'],
  ['ＳＳＨ 登录慢', 'SSH 登录总要等 25 秒'],
  ['printers hiding', 'Printer hides on Wi-Fi only'],
  ['monitors lost on waking', 'Dock loses monitor 2 on wake'],
  ['fingerprints', 'Fingerprint reader not found'],
  ['blurring electron apps', 'Blurry Electron app at 125%'],
  ['managing passwords', 'Which password manager, calmly'],
  ['scrubbing zfs', 'ZFS scrub slower every month'],
  ['rebased commits', 'Rebase made 214 commits mine'],
  ['suspending dns', 'DNS dies after every suspend'],
  ['systemd timers', 'systemd timer 代替 cron 的小抄'],
  ['captive portal train', 'Captive portals on trains'],
  ['hardware tokens', 'SSH keys on a hardware token'],
];

const ENOUGH = 0.8;
const textOf = (html: string) =>
  html
    .replace(/<\/?em>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** 1 for a thread that comes first, 1/2 for the second, 0 when it isn't among the first ten. */
async function reciprocalRank(query: string, subject: string, order: string): Promise<number> {
  const { body } = await api.call<SearchHitWire[]>(
    'GET',
    `/api/v2/public/search/thread?${new URLSearchParams({ keyword: query, limit: '10', filter_order: order })}`,
  );
  const place = body.findIndex((hit) => textOf(hit.subject) === subject);
  return place < 0 ? 0 : 1 / (place + 1);
}

async function meanReciprocalRank(
  queries: [string, string][],
  order = 'relevance',
): Promise<number> {
  const ranks = await Promise.all(
    queries.map(([query, subject]) => reciprocalRank(query, subject, order)),
  );
  return ranks.reduce((sum, one) => sum + one, 0) / ranks.length;
}

test('[R31] thirty queries in Chinese find what people expect among the first', async () => {
  expect(CHINESE).toHaveLength(30);
  expect(await meanReciprocalRank(CHINESE)).toBeGreaterThanOrEqual(ENOUGH);
});

test('[R31] thirty queries in English find what people expect among the first', async () => {
  expect(ENGLISH).toHaveLength(30);
  expect(await meanReciprocalRank(ENGLISH)).toBeGreaterThanOrEqual(ENOUGH);
});

test('[R31] other characters, widths and endings than the text’s find what people expect', async () => {
  const missed: string[] = [];
  for (const [query, subject] of AWKWARD)
    if ((await reciprocalRank(query, subject, 'relevance')) === 0) missed.push(query);
  expect(missed).toEqual([]);
  expect(await meanReciprocalRank(AWKWARD)).toBeGreaterThanOrEqual(ENOUGH);
});

test('[R31] these queries tell a ranking from none: in the order of time they fail', async () => {
  expect(await meanReciprocalRank([...CHINESE, ...ENGLISH], 'created_at')).toBeLessThan(ENOUGH);
});
