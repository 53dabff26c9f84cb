import { expect, test } from 'vitest'
import { markupOf } from './testing/markup.ts'

/** What of the markup tells where its references and footnotes are. */
const shown = (text: string) =>
  markupOf(text)
    .replaceAll(/<sup[^>]*><a[^>]*>(\d+)<\/a><\/sup>/g, '($1)')
    .replaceAll(/<li[^>]*>(.*?) <a[^>]*>↩<\/a><\/li>/g, '<li>$1</li>')

const LIST = '<ol class="md-footnotes" aria-label="각주">'

test.each([
  ['글[^1]\n\n[^1]: 각주', `<p>글(1)</p>${LIST}<li>각주</li></ol>`],
  ['글[^1]', '<p>글[^1]</p>'],
  ['[^1]: 각주', '<p>[^1]: 각주</p>'],
  ['글[^1]\n\n[^1]: 가\n\n[^1]: 나', `<p>글(1)</p><p>(1): 나</p>${LIST}<li>가</li></ol>`],
  ['글[^1]\n\n- [^1]: 목록 안', '<p>글[^1]</p><ul><li>[^1]: 목록 안</li></ul>'],
  ['글[^1]\n[^1]: 여러\n줄', `<p>글(1)</p>${LIST}<li>여러<br/>줄</li></ol>`],
  ['`[^1]` \\[^1]\n\n[^1]: 각주', '<p><code>[^1]</code> [^1]</p><p>[^1]: 각주</p>'],
  ['[^1]:\n\n글[^1]', '<p>[^1]:</p><p>글[^1]</p>'],
])('%j', (written, markup) => {
  expect(shown(written)).toBe(markup)
})

test('they are numbered as they are referred to, and each leads to its own and back to where it is first referred to', () => {
  const markup = markupOf('가[^둘] 나[^하나] 다[^둘]\n\n[^하나]: 하나\n[^둘]: **둘**')
  expect([...markup.matchAll(/<sup/g)]).toHaveLength(3)
  const links = [...markup.matchAll(/<a(?: id="([^"]*)")? href="#([^"]*)"/g)]
  const [first, other, again, backFirst, backOther] = links.map(([, id, to]) => ({ id, to }))
  expect(again).toEqual({ id: undefined, to: first?.to })
  expect([backFirst?.to, backOther?.to]).toEqual([first?.id, other?.id])
  expect(markup.indexOf(`<li class="md-footnote" id="${first?.to}"`)).toBeLessThan(
    markup.indexOf(`<li class="md-footnote" id="${other?.to}"`),
  )
  expect(new Set([first?.id, other?.id, first?.to, other?.to]).size).toBe(4)
})
