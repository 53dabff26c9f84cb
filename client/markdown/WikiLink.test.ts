import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { excerptOf } from '#protocol/excerpt.ts'
import { linkedNotesIn } from '#protocol/markdown/linkedNotes.ts'
import { noteText } from '#protocol/noteText.ts'
import { Markdown } from './Markdown.tsx'
import { FindLinkedNote, type LinkedNote } from './markdownContexts.ts'

const NOTES: Record<string, LinkedNote> = {
  제주: { words: '제주 여행', path: '/note?no=7' },
  '제주#첫날': { words: '제주 여행 › 첫날', path: '/note?no=7#h-첫날' },
}

function render(
  text: string,
  find: ((target: string) => LinkedNote | null) | null = target => NOTES[target] ?? null,
) {
  const markup = renderToStaticMarkup(
    createElement(FindLinkedNote, { value: find }, createElement(Markdown, { text })),
  )
  return markup.replace(/^<div class="md"><p dir="auto">|<\/p><\/div>$/g, '')
}

test('a link shows the current title and counts as the typed words', () => {
  expect(render('앞 [[제주]] 뒤')).toBe(
    '앞 <span data-text="제주"><a href="/note?no=7">제주 여행</a></span> 뒤',
  )
  expect(render('[[제주#첫날]]')).toBe(
    '<span data-text="제주#첫날"><a href="/note?no=7#h-첫날">제주 여행 › 첫날</a></span>',
  )
  expect(render('[[제주|그 섬]]')).toBe('<a href="/note?no=7">그 섬</a>')
})

test('words without a note that the reader may open are plain', () => {
  expect(render('[[서울]] [[제주|그 섬]]', () => null)).toBe('서울 그 섬')
  expect(render('[[제주]]', null)).toBe('제주')
})

test('a link to a heading of the same note scrolls to it', () => {
  expect(render('# 봄\n\n[[#봄]] [[#여름]]')).toContain('>봄</a> 여름')
})

describe('is a link', () => {
  test.each([
    ['**[[제주]]**', ['제주']],
    ['| 표 |\n| --- |\n| [[제주\\|섬]] |', ['제주']],
    ['- [ ] [[제주]]', ['제주']],
    ['# [[제주]]', ['제주']],
    ['[[제주]](작년에)', ['제주']],
    ['[[제주]]는 [[ 제주 ]]와 [[서울]]', ['제주', '서울']],
    ['[말](/note?no=7) [말](/note?no=7#h-봄)', ['/note?no=7']],
  ])('%s', (text, keys) => {
    expect(linkedNotesIn(text).map(({ key }) => key)).toEqual(keys)
  })
})

test.each([
  '`[[제주]]`',
  '```\n[[제주]]\n```',
  '$[[제주]]$',
  '\\[[제주]]',
  '[[제주]](https://a.kr)',
  '[글 [[제주]] 글](https://a.kr)',
  '[[제주]]\n\n[제주]: https://a.kr',
  '[[제\n주]]',
  '[[#제주]]',
])('%s is no link to a note', text => {
  expect(linkedNotesIn(text)).toEqual([])
})

test('the plain text and the excerpt have the words without brackets', () => {
  expect(noteText('앞 [[제주]], [[제주#첫날]], [[제주|그 섬]] 뒤')).toBe('앞 제주, 제주#첫날, 그 섬 뒤')
  expect(excerptOf('앞 [[제주]], [[제주|그 섬]] 뒤').text).toBe('앞 제주, 그 섬 뒤')
})
