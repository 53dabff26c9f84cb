import { expect, test } from 'vitest'
import { readTable } from './paste.tables.ts'

/** The cells, or what the text is instead. */
function read(pasted: string): string {
  const table = readTable(pasted)
  if (table === null) return 'text'
  return `${table.isSure ? '' : '? '}${table.rows.map(row => row.join('|')).join(' / ')}`
}

test.each([
  ['이름\t나이\n지은\t31\n', '이름|나이 / 지은|31'],
  ['이름\t나이\r\n지은\t31\r\n', '이름|나이 / 지은|31'],
  ['가\t"여러\n줄"\n나\t"""인용"""', '가|여러\n줄 / 나|"인용"'],
  ['키\t5\'2"\n폭\t3', '키|5\'2" / 폭|3'],
  ['\t봄\n여름\t', '|봄 / 여름|'],
  ['한 줄\t뿐', 'text'],
  ['가\t나\n다', 'text'],
  ['\t들여 쓴 글\n\t또 한 줄', 'text'],
  ['\t\n\t', 'text'],
])('reads the tabs of %j', (pasted, expected) => {
  expect(read(pasted)).toBe(expected)
})

test.each([
  ['"이름","나이"\n"지은","31"', '이름|나이 / 지은|31'],
  ['이름,메모\n지은,"사과, 배"', '이름|메모 / 지은|사과, 배'],
  ['이름,나이\n지은,31\n서연,28', '? 이름|나이 / 지은|31 / 서연|28'],
  ['오늘은 비가 왔고, 내일은 맑대요\n그래서, 소풍은 미뤘어요', 'text'],
  ['봄,여름\n가을,겨울이 갔다.', 'text'],
  ['사과,배\n감', 'text'],
  ['사과, 배, 감', 'text'],
  ['열린 "따옴표,하나\n둘,셋', '? 열린 "따옴표|하나 / 둘|셋'],
  ['"닫히지 않은,하나\n둘,셋', 'text'],
])('reads the commas of %j', (pasted, expected) => {
  expect(read(pasted)).toBe(expected)
})
