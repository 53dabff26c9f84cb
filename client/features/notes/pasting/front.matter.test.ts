import { expect, test } from 'vitest'
import { cutFrontMatter } from './front.matter.ts'

test.each([
  ['---\ntitle: 봄의 기록\ntags:\n  - 봄\ndate: 2026-03-01\n---\n\n본문', '봄의 기록', '본문'],
  ['---\nTitle: "따옴표: 안"\n---\n본문', '따옴표: 안', '본문'],
  ["---\ntitle: '작은'\n...\n본문", '작은', '본문'],
  ['---\ntags: [봄]\n---\n# 제목\n본문', null, '# 제목\n본문'],
  ['---\ntitle: \n---\n본문', null, '본문'],
  [`---\ntitle: ${'가'.repeat(41)}\n---\n본문`, null, `# ${'가'.repeat(41)}\n\n본문`],
  [`---\ntitle: ${'가'.repeat(41)}\n---\n`, null, `# ${'가'.repeat(41)}`],
])('%j', (written, title, text) => {
  expect(cutFrontMatter(written)).toEqual({ title, text })
})

test.each(['---\n두 줄 사이의 문단\n---\n본문', '본문\n---\ntitle: 가\n---', '---\ntitle: 끝이 없음', '---'])(
  'no front matter: %j',
  written => {
    expect(cutFrontMatter(written)).toEqual({ title: null, text: written })
  },
)
