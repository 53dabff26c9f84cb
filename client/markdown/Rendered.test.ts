import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { insertRendered } from './Rendered.tsx'
import type { RenderedNode } from './renderer.ts'

const PLAIN = { className: '', style: {}, attributes: {} }

function markupOf(nodes: RenderedNode[]): string {
  const { document } = new JSDOM('<p>before</p>').window
  insertRendered(document.body, { status: 'rendered', nodes, size: nodes.length })
  return document.body.innerHTML
}

test('replaces the content with the nodes, nested and in order', () => {
  expect(
    markupOf([
      { parent: -1, tag: 'span', ...PLAIN, className: 'a', style: { height: '1em' } },
      { parent: 0, text: '<b>' },
      { parent: 0, tag: 'span', ...PLAIN, attributes: { 'aria-hidden': 'true' } },
      { parent: -1, text: '끝' },
    ]),
  ).toBe('<span class="a" style="height: 1em;">&lt;b&gt;<span aria-hidden="true"></span></span>끝')
})

test('drops elements, attributes and styles that are not allowed, but keeps their text', () => {
  expect(
    markupOf([
      { parent: -1, tag: 'script', ...PLAIN },
      { parent: 0, text: 'alert(1)' },
      {
        parent: -1,
        tag: 'span',
        className: '',
        style: { backgroundImage: 'url(https://a.kr)' },
        attributes: { onclick: 'alert(1)', href: 'javascript:alert(1)', style: 'top: 0', id: 'a' },
      },
    ]),
  ).toBe('alert(1)<span></span>')
})
