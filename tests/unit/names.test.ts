import { describe, expect, test } from 'vitest';
import { distinguishable, isReservedName, mixesScripts } from '#contracts/names.ts';

describe('[R35] names that look like something they aren’t', () => {
  test.each(['林间小路', 'Jonas Weber', 'Иван Петров', 'Lena陈', 'ゆうきテスト', '김철수 Kim', 'José García', 'ラーメン太郎', '小王_2024', 'ADAM', 'Modest', '管理学徒', 'مريم', 'Đặng Thị', '老周<爱>折腾', '😀 fun'])(
    '%s is one person’s own',
    (name) => {
      expect([mixesScripts(name), isReservedName(name)]).toEqual([false, false]);
    },
  );

  test.each(['Аdmin', 'pаypal', 'Jοnas', 'Lеna', 'Иvan', 'z\u0300\u0301\u0302algo'])('%s mixes scripts, or hides under marks', (name) => {
    expect(mixesScripts(name)).toBe(true);
  });

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
  ])('%s is an office', (name) => {
    expect(isReservedName(name)).toBe(true);
  });

  test('a provider’s name that would be refused here gets a number, and every other stays as it is', () => {
    expect([distinguishable('admin', 4821), distinguishable('Jonas', 4821), distinguishable('Jοnas', 7)]).toEqual(['admin-4821', 'Jonas', 'Jοnas-7']);
  });
});
