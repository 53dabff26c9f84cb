import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { showDrawn } from './drawn.elements.ts'
import type { DrawnNode } from './drawn.ts'

const PLAIN = { className: '', style: {}, attributes: {} }

function markupOf(nodes: DrawnNode[]): string {
  const { document } = new JSDOM('<p>before</p>').window
  showDrawn(document.body, { is: 'drawn', nodes, size: nodes.length })
  return document.body.innerHTML
}

test('nodes stand in their parents, in order, in place of what was there', () => {
  expect(
    markupOf([
      { within: -1, tag: 'span', ...PLAIN, className: 'a', style: { height: '1em' } },
      { within: 0, text: '<b>' },
      { within: 0, tag: 'span', ...PLAIN, attributes: { 'aria-hidden': 'true' } },
      { within: -1, text: '끝' },
    ]),
  ).toBe('<span class="a" style="height: 1em;">&lt;b&gt;<span aria-hidden="true"></span></span>끝')
})

test('what is not on the lists is left out, its text is not', () => {
  expect(
    markupOf([
      { within: -1, tag: 'script', ...PLAIN },
      { within: 0, text: 'alert(1)' },
      {
        within: -1,
        tag: 'span',
        className: '',
        style: { backgroundImage: 'url(https://a.kr)' },
        attributes: { onclick: 'alert(1)', href: 'javascript:alert(1)', style: 'top: 0', id: 'a' },
      },
    ]),
  ).toBe('alert(1)<span></span>')
})
