import { expect, test } from 'vitest'
import { withCurrentTitles } from './currentTitles.ts'

const LINKS: Record<string, { title: string; hasHeading: boolean }> = {
  제주: { title: '제주 여행', hasHeading: false },
  '제주#첫날': { title: '제주 여행', hasHeading: true },
  '여행/제주': { title: '제주 여행', hasHeading: false },
  '여행/서울': { title: '서울', hasHeading: false },
  부산: { title: '부산|광주', hasHeading: false },
}

test.each([
  ['앞 [[제주]] 뒤 [[ 제주 ]]', '앞 [[제주 여행]] 뒤 [[제주 여행]]'],
  ['[[제주#첫날|그날]]', '[[제주 여행#첫날|그날]]'],
  ['[[여행/제주]]', '[[제주 여행]]'],
  ['[[여행/서울]] [[없는 글]] [[부산]]', '[[여행/서울]] [[없는 글]] [[부산]]'],
  ['`[[제주]]` [[제주]](작년)\n```\n[[제주]]\n```', '`[[제주]]` [[제주]](작년)\n```\n[[제주]]\n```'],
])('%j', (text, written) => {
  expect(withCurrentTitles(text, key => LINKS[key])).toBe(written)
})

test('keeps a text that would become too long', () => {
  const text = `[[제주]]${'가'.repeat(4_994)}`
  expect(withCurrentTitles(text, key => LINKS[key])).toBe(text)
})
