import { expect, test } from 'vitest';
import {
  hasColumns,
  hasMarkdown,
  isClearlyMarkdown,
  isCodeForMarkdown,
} from '#client/composer/pasted-text.ts';

/* Detection of pasted plain text's format (R24). */

const FSTAB = `# /etc/fstab: static file system information.
#
# <file system> <mount point>   <type>  <options>       <dump>  <pass>
UUID=8f1c-22aa  /               ext4    errors=remount-ro 0     1
UUID=2B4C-9D1F  /boot/efi       vfat    umask=0077        0     1`;
const SOURCES = `# deb cdrom:[Debian]/ bookworm main
deb https://mirrors.example/debian bookworm main contrib
deb-src https://mirrors.example/debian bookworm main
# **注意** 不要同时启用两个源`;
const SHELL = `#!/bin/bash
# 安装依赖
sudo apt update
for f in *.deb; do
  dpkg -i "$f"   # 1. 先装包
done
- echo \`date\``;
const COMMANDS = `# 1. 更新
apt update && apt upgrade -y
# 2. 重启
- reboot`;
const YAML = `# 服务
services:
  - name: web
    image: "nginx:1.26"
  - name: db
# **don't** edit below
version: 3`;
const LIST = `total 24
drwxr-xr-x 2 root root 4096 Nov 28 10:47 .
-rw-r--r-- 1 root root 1694 Nov 28 10:47 README.md
- rw`;
const LOG = `Start-Date: 2026-11-28  10:47:12
Commandline: apt install **qemu**
Install: qemu:amd64 (1:7.2)
- done
1. End-Date: 2026-11-28`;
const JOURNAL = `2026-11-28 10:47:12 kernel: [drm] *ERROR* flip_done timed out
2026-11-28 10:47:13 kernel: __schedule+0x2a
- next
1. again`;
const PYTHON = `class A:
    # 初始化
    def __init__(self, x):
        self.x = x ** 2

    - 1`;
const DIFF = `--- a/x.c
+++ b/x.c
@@ -1,2 +1,2 @@
- old **line**
+ new line`;
const INI = `[Desktop Entry]
# **名称**
Name=浏览器
- Exec=/usr/bin/x`;
const CHAT = `- 你好，装好了吗？
- 装好了，2026 年版
- 那就好`;
const CODE_LINES = `int main(void) {
  return 0;
}
- 1. # **x**`;

test.each([
  ['fstab', FSTAB],
  ['sources.list', SOURCES],
  ['a shell script', SHELL],
  ['commands with comments', COMMANDS],
  ['YAML', YAML],
  ['ls -l', LIST],
  ['a log of apt', LOG],
  ['a journal', JOURNAL],
  ['Python', PYTHON],
  ['a patch', DIFF],
  ['an ini file', INI],
  ['a dialogue', CHAT],
  ['C', CODE_LINES],
  ['one heading', '# 标题'],
  ['a product', '2 * 3 = 6，* 不是列表'],
  ['a sentence', '周一~周五 9:00~18:00，见 https://a.example/_x_'],
])('[R24] is no Markdown for sure: %s', (_what, text) => {
  expect(isClearlyMarkdown(text)).toBe(false);
});

test.each([
  ['a guide', '## 步骤\n\n1. 装 `qemu`\n2. 重启\n\n```bash\nls -la\n# 注释\nsudo x\n```'],
  ['a list with bold words', '- **甲**：第一\n- **乙**：第二'],
  ['a table', '| 名称 | 大小 |\n| --- | ---: |\n| a | 1 |'],
  ['a fence alone', '看这里：\n```\nx = 1\n```'],
  ['a link', '见 [文档](https://a.example/x)'],
  ['a quote under a heading', '# 问题\n\n> 引用\n\n正文'],
  ['an English README', '# Title\n\nSome text.\n\n* one\n* two'],
])('[R24] is Markdown for sure: %s', (_what, text) => {
  expect(isClearlyMarkdown(text)).toBe(true);
});

test.each([
  ['fstab', FSTAB, true],
  ['YAML', YAML, true],
  ['Python', PYTHON, true],
  ['columns with tabs', 'a\tb\nc\td', true],
  ['a dialogue', CHAT, false],
  ['two sentences', '第一句。  第二句。\n第三句。', false],
  ['one indented line', '    缩进\n没有缩进', false],
])('[R24] stands in columns or is indented: %s', (_what, text, expected) => {
  expect(hasColumns(text)).toBe(expected);
});

test.each([
  ['# 标题', true],
  ['**粗**', true],
  ['- 一', true],
  ['没有', false],
  ['1.5 倍', false],
])('[R24] has marks of Markdown at all: %s', (text, expected) => {
  expect(hasMarkdown(text)).toBe(expected);
});

test.each([
  ['fstab', FSTAB, true],
  ['sources.list', SOURCES, true],
  ['a shell script', SHELL, true],
  ['commands with comments', COMMANDS, true],
  ['YAML', YAML, true],
  ['ls -l', LIST, true],
  ['Python', PYTHON, true],
  ['a patch', DIFF, true],
  ['C', CODE_LINES, true],
  ['a dialogue', CHAT, false],
  ['a guide', '## 步骤\n\n1. 装 `qemu`\n2. 重启', false],
  ['a heading and words', '# 问题\n声卡没有声音。', false],
  ['one command', '# apt update', false],
  ['sentences', '第一句。\n第二句。', false],
])('[R24] would be changed by Markdown: %s', (_what, text, expected) => {
  expect(isCodeForMarkdown(text)).toBe(expected);
});
