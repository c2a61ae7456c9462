import type { Lang } from '#contracts/language.ts';

/** A new user; most have only read. */
export interface Newcomer {
  handle: string;
  nickname: string;
  lang: Lang;
  /** Since joining. */
  days: number;
  desc?: string;
}

/** Their ids follow those of people.json. */
export const newcomers: Newcomer[] = [
  { handle: 'luzhang', nickname: '路障不拆', lang: 'zh', days: 28.4 },
  { handle: 'owen', nickname: 'Owen P.', lang: 'en', days: 27.6 },
  { handle: 'zaochen', nickname: '早晨七点', lang: 'zh', days: 26.2, desc: '通勤路上看帖。' },
  { handle: 'yuehe', nickname: '越河', lang: 'zh', days: 24.9 },
  { handle: 'katya', nickname: 'Katya', lang: 'en', days: 23.1, desc: 'Teaches maths.' },
  { handle: 'dingding', nickname: '叮叮当', lang: 'zh', days: 22.8 },
  { handle: 'bilal', nickname: 'Bilal Aziz', lang: 'en', days: 21.3 },
  { handle: 'songyuan', nickname: '送远', lang: 'zh', days: 19.7 },
  { handle: 'baixian', nickname: '白线以内', lang: 'zh', days: 18.5 },
  { handle: 'freda', nickname: 'Freda', lang: 'en', days: 17.2 },
  { handle: 'mianbao', nickname: '面包机', lang: 'zh', days: 15.8, desc: '先会用，再折腾。' },
  { handle: 'hetao', nickname: '核桃仁', lang: 'zh', days: 15.1 },
  { handle: 'lukas', nickname: 'Lukas B.', lang: 'en', days: 13.4 },
  { handle: 'chenwu', nickname: '晨雾', lang: 'zh', days: 12.6 },
  { handle: 'freewifi', nickname: 'Free-WiFi-Keys', lang: 'en', days: 9.3 },
  { handle: 'qingtai', nickname: '青苔', lang: 'zh', days: 8.9 },
  { handle: 'amara', nickname: 'Amara', lang: 'en', days: 7.5, desc: 'Moving my office over.' },
  { handle: 'bozhou', nickname: '泊舟', lang: 'zh', days: 6.2 },
  { handle: 'tuzi', nickname: '图纸看反了', lang: 'zh', days: 4.7 },
  { handle: 'jun', nickname: 'Jun Park', lang: 'en', days: 3.3 },
  { handle: 'chulai', nickname: '初来乍到', lang: 'zh', days: 2.2, desc: '刚装好，什么都新鲜。' },
  { handle: 'nora', nickname: 'Nora Quinn', lang: 'en', days: 1.4, desc: 'Day two.' },
  { handle: 'baitian', nickname: '白天的灯', lang: 'zh', days: 0.8 },
  { handle: 'weidao', nickname: '未到站', lang: 'zh', days: 0.2 },
];
