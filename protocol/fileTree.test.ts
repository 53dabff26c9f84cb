import { expect, test } from 'vitest'
import { safeName } from './fileTree.ts'

test.each([
  ['첫 회의록', '첫 회의록'],
  ['한글'.normalize('NFD'), '한글'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j'],
  ['끝에 점...', '끝에 점'],
  ['CON', '_CON'],
  ['con.회의록', '_con.회의록'],
  ['nul .txt', '_nul .txt'],
  ['COM1', '_COM1'],
  ['COM¹', '_COM¹'],
  ['lpt³.회의', '_lpt³.회의'],
  ['ＣＯＭ２', '_ＣＯＭ２'],
  ['CONIN$', '_CONIN$'],
  ['conout$.txt', '_conout$.txt'],
  ['CLOCK$', '_CLOCK$'],
  ['C\u200bON', '_CON'],
  ['console', 'console'],
  ['com10', 'com10'],
  ['회\u200b의\u00ad록\ufeff', '회의록'],
  ['gnp.\u202etxt', 'gnp.txt'],
  ['\u2066왼쪽\u2069\u200e\u061c', '왼쪽'],
  ['\u3164\u115f\uffa0\u2800\u034f', '제목 없음'],
  ['❤\ufe0f 마음 \u{e0041}', '❤ 마음'],
  ['첫 줄\n둘째\u2028줄\u0000', '첫 줄 둘째_줄'],
  ['\ufdd0 \uffff \u0378', '_ _ _'],
  [`${'가'.repeat(58)}. .나`, '가'.repeat(58)],
  [`${'가'.repeat(59)}\u{1f600}`, `${'가'.repeat(59)}\ufffd`],
  ['...', '제목 없음'],
  ['', '제목 없음'],
  ['반쪽 \ud83d', '반쪽 \ufffd'],
  ['가'.repeat(80), '가'.repeat(60)],
])('%j is called %j', (title, name) => {
  expect(safeName(title, '제목 없음')).toBe(name)
})
