import { beforeAll, expect, test } from 'vitest'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { requestKeyOfDay } from './dailyKey.ts'
import { builtInTemplates, fillTemplate } from './templates.ts'

const AT = new Date(2026, 10, 28, 9, 5)

beforeAll(completeCatalogue)

test('fills the date, the time and the title, in both languages', () => {
  const template = { title: '회의록 {{날짜}}', text: '# {{제목}}\n{{ date }} {{시간}} {{title}} {{이름}}' }
  const title = '회의록 2026년 11월 28일'
  expect(fillTemplate(template, AT)).toEqual({
    title,
    text: `# ${title}\n2026년 11월 28일 오전 9:05 ${title} {{이름}}`,
  })
  expect(fillTemplate(template, AT, '28일').text).toContain('# 28일\n')
})

test('does not fill placeholders of a title again, and keeps titles within their limit', () => {
  expect(fillTemplate({ title: '$& {{제목}}', text: '{{제목}}' }, AT)).toEqual({ title: '$&', text: '$&' })
  const long = fillTemplate({ title: `${'가'.repeat(38)}{{날짜}}`, text: '' }, AT)
  expect(long.title.length).toBeLessThanOrEqual(NOTE_TITLE_MAX)
})

test('the templates of the product are complete', () => {
  const templates = builtInTemplates(AT)
  expect(templates.map(({ name }) => name)).toEqual(['회의록', '독서 노트', '일기'])
  for (const { title, text } of templates) expect(title + text).not.toMatch(/[{}]/)
})

test('the request key of a day is a UUID that other days do not have', () => {
  expect(requestKeyOfDay(AT)).toBe('20261128-0000-8000-8000-000000000000')
  expect(requestKeyOfDay(new Date(2026, 10, 28, 23, 59))).toBe(requestKeyOfDay(AT))
  expect(requestKeyOfDay(new Date(2026, 10, 29))).not.toBe(requestKeyOfDay(AT))
})
