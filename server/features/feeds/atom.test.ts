import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { translatorFor } from '#server/platform/i18n.ts'
import { writeAtom } from './atom.ts'

const { DOMParser } = new JSDOM('').window
const options = { publicUrl: 'https://notes.example.com', self: '/feeds/x.atom', t: translatorFor('ko') }

function parse(text: string): Document {
  const entry = {
    id: '1',
    title: text,
    author: text,
    path: '/note?no=1&hub=2',
    updated: new Date(1),
    summary: text,
  }
  const entries = [entry, { ...entry, id: '2', updated: new Date(2) }]
  const feed = { id: 'x', title: { sentence: 'feeds.roomTitle', name: text } as const, path: '/', entries }
  return new DOMParser().parseFromString(writeAtom(feed, options), 'application/xml')
}

/** The text that a feed reader shows for the element. */
function shown(element: Element | null): string | null {
  const text = element?.textContent ?? ''
  return element?.getAttribute('type') === 'html' ? new JSDOM(text).window.document.body.textContent : text
}

test.each([
  ['elements and entities', '<img src=x onerror=alert(1)> & &lt;b&gt; "a"', undefined],
  ['the end of a CDATA section', 'a ]]> ]]]]>> <![CDATA[ b', undefined],
  ['control characters', 'a\u0000\u0008\u001b\ufffeb', 'ab'],
  ['half of an emoji', 'a\ud83d b', 'a\ufffd b'],
])('readers show %s as they were written', (_, text, expected = text) => {
  const document = parse(text)
  expect(document.querySelector('parsererror')).toBeNull()
  for (const selector of ['entry > title', 'entry > author > name', 'entry > summary'])
    expect(shown(document.querySelector(selector)), selector).toBe(expected)
  expect(shown(document.querySelector('feed > title'))).toContain(expected)
})

test('a feed is as new as its newest entry, and has an author', () => {
  const document = parse('제목')
  expect(document.querySelector('feed > updated')?.textContent).toBe('1970-01-01T00:00:00.002Z')
  expect(document.querySelector('feed > author > name')?.textContent).toBe('글마루')
})
