import { describe, expect, test } from 'vitest';
import { appearanceOf } from '#contracts/appearance.ts';
import {
  isReservedName,
  mixesScripts,
  needsNumberSuffix,
  withNumberSuffix,
} from '#contracts/reserved-names.ts';

describe('[R35] misleading names', () => {
  test.each([
    '林间小路',
    'Jonas Weber',
    'Иван Петров',
    'Lena陈',
    'ゆうきテスト',
    '김철수 Kim',
    'José García',
    'ラーメン太郎',
    '小王_2024',
    'ADAM',
    'Modest',
    '管理学徒',
    'مريم',
    'Đặng Thị',
    '老周<爱>折腾',
    '😀 fun',
    'রহিম উদ্দিন',
    'தமிழ் நண்பன்',
    'లక్ష్మీ',
    'ಕನ್ನಡಿಗ',
    'മലയാളി',
    'ગુજરાતી',
    'ਗੁਰਪ੍ਰੀਤ',
    'Հայկ',
    'ნინო',
    'ሰላም',
    'သီရိ',
    'សុខា',
    'བསྟན་འཛིན',
  ])('%s is one person’s own', (name) => {
    expect([mixesScripts(name), isReservedName(name)]).toEqual([false, false]);
  });

  test.each(['Аdmin', 'pаypal', 'Jοnas', 'Lеna', 'Иvan', 'রहिम', 'Օlen', 'Anდ'])(
    '%s mixes scripts',
    (name) => {
      expect(mixesScripts(name)).toBe(true);
    },
  );

  test.each([
    'admin',
    'ADMIN',
    'Admin1',
    'a d m i n',
    'adm1n',
    'Аdmin',
    'αdmin',
    'admín',
    '4dmin_007',
    'Ａｄｍｉｎ',
    'System',
    'official',
    '管理员',
    '超级管理员',
    '管 理 员',
    '版主小王',
    '社区官方',
    '系统',
    '論壇管理員',
    'sуstеm',
    'r00t',
    'Administrator 2',
    'former-member-12',
    '已注销用户-12',
  ])('%s is an office', (name) => {
    expect(isReservedName(name)).toBe(true);
  });

  test('a provider’s name that would be refused here needs a number, and no other', () => {
    expect(['admin', 'Jonas', 'Jοnas', 'αdmin'].map(needsNumberSuffix)).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect([withNumberSuffix('admin', 4821), withNumberSuffix('长'.repeat(60), 7)]).toEqual([
      'admin-4821',
      `${'长'.repeat(38)}-7`,
    ]);
  });

  test.each([
    ['сосо', 'coco'],
    ['СОСО', 'Coco'],
    ['Ilia', 'llia'],
    ['modern', 'rnodern'],
    ['O0O', '00O'],
    ['Jonas', 'Jonas\ufe0f'],
    ['Jonas Weber', 'Ｊｏｎａｓ　Ｗｅｂｅｒ'],
    ['ΟΡΑ', 'OPA'],
    ['カ工', '力エ'],
    ['Lena', 'lena'],
    ['若谷', '若谷.'],
    ['若谷', '·若谷。'],
    ['若谷', '若谷—'],
    ['若谷', '若 谷\u2800'],
    ['若谷', '若谷ˉ~'],
    ['若谷', '若谷ㆍ'],
    ['若谷', '若ꞏ谷'],
    ['若谷', '若谷¨'],
    ['若谷', '若谷゛'],
    ['若谷', '若谷\u0323'],
    ['若谷', '若谷\u0640'],
    ['若谷', '若谷\u0660°'],
    ['Jonas Weber', 'Jonas_Weber'],
    ['Ilia', '|lia'],
    ['می\u200cخواهم', 'میخواهم'],
    ['क्\u200dष', 'क्ष'],
    ['क्\u200cष', 'क्\u200dष'],
    ['👨\u200d👩\u200d👧', '👨👩👧'],
  ])('%s and %s look the same', (one, other) => {
    expect(appearanceOf(one)).toBe(appearanceOf(other));
  });

  test.each([
    ['Jonas', 'Jonás'],
    ['Ali', 'All'],
    ['林间小路', '林间小道'],
    ['王伟', '王炜'],
    ['Lena', 'Lenа2'],
    ['Иван', 'Ivan'],
    ['小王', '小王2'],
    ['若谷', '若谷一'],
    ['さくら', 'さら'],
    ['...', '!!!'],
    ['若谷', '若谷❤'],
    ['さくら', 'ざくら'],
    ['Jose', 'José'],
  ])('%s and %s don’t', (one, other) => {
    expect(appearanceOf(one)).not.toBe(appearanceOf(other));
  });
});
