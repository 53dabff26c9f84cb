import { expect, test } from 'vitest'
import { createFolder, safeName } from './takeAway.names.ts'

test.each([
  ['첫 회의록', '첫 회의록'],
  ['한글'.normalize('NFD'), '한글'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j'],
  ['끝에 점...', '끝에 점'],
  ['CON', 'CON_'],
  ['con.회의록', 'con_.회의록'],
  ['console', 'console'],
  ['...', '제목 없음'],
  ['', '제목 없음'],
  ['반쪽 \ud83d', '반쪽 \ufffd'],
  ['가'.repeat(80), '가'.repeat(60)],
])('%j is called %j', (title, name) => {
  expect(safeName(title, '제목 없음')).toBe(name)
})

test('numbers what would have the same name', () => {
  const folder = createFolder()
  expect(['회의', '회의', 'A', 'a', '회의'].map(name => folder.add(name, '.md'))).toEqual([
    '회의.md',
    '회의 (2).md',
    'A.md',
    'a (2).md',
    '회의 (3).md',
  ])
})
