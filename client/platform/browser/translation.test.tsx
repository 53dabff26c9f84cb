// @vitest-environment jsdom
import { createElement, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { surviveTranslation } from './translation.ts'

const { removeChild, insertBefore } = Node.prototype
beforeAll(surviveTranslation)
afterAll(() => Object.assign(Node.prototype, { removeChild, insertBefore }))

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
})

function Counter() {
  const [count, setCount] = useState(1)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {count}번
    </button>
  )
}

/** Mutation observers run in a microtask. */
const flushObservers = () => Promise.resolve()

function show(page: ReactNode): HTMLElement {
  if (root === undefined || document.body.childNodes.length === 0) {
    root = createRoot(document.body.appendChild(document.createElement('main')))
  }
  flushSync(() => root?.render(page))
  return document.body
}

/** The ways in which translators replace a text node. */
const translators: [string, (text: Text) => void][] = [
  ['replaces the node', text => text.replaceWith(fontWith(translation(text)))],
  [
    'inserts before it, then removes it',
    text => {
      text.before(fontWith(translation(text)))
      text.remove()
    },
  ],
  [
    'wraps it',
    text => {
      const font = document.createElement('font')
      text.replaceWith(font)
      font.append(text)
    },
  ],
  ['replaces it by text', text => text.replaceWith(translation(text))],
]

const translation = (text: Text) => `<${text.data.replaceAll(/[<>]/g, '')}>`

function fontWith(words: string): HTMLElement {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')]
  inner.textContent = words
  outer.append(inner)
  return outer
}

async function translate(translator: (text: Text) => void, rounds = 2): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(translator)
    await flushObservers()
  }
}

/** The text of the page without the marks of the translation. */
const readText = () => document.body.textContent?.replaceAll(/[<>]/g, '')

const element =
  (tag: string) =>
  (...children: ReactNode[]) =>
    createElement(tag, null, ...children)
const [p, b, ul, li] = [element('p'), element('b'), element('ul'), element('li')]
const item = (text: string) => createElement('i', { key: text }, text)

/** Pages before and after a change. */
const pages: [string, ReactNode, ReactNode][] = [
  ['a number beside words', p(3, '개의 노트'), p(4, '개의 노트')],
  ['words between elements', p('앞 ', b('굵게'), ' 뒤'), p('앞 ', b('굵게'), ' 다른 뒤')],
  ['words that are removed', p('가', ' 나 ', b('다')), p('가', b('다'))],
  ['an element that is added before words', p(false, '가', 1), p(b('새'), '가', 1)],
  ['an element that is removed', p('가', b('나'), '다', 1), p('가', null, '다', 2)],
  ['words that move', p(item('가'), item('나'), '다', 1), p(item('나'), item('가'), '다', 2)],
  ['another root element', p('가', 1, b('나')), ul(li('다', 2))],
  ['only words', p('가'), p('나')],
  ['words that become elements', p('가', 1), p(b('가'), 2)],
  ['elements that become words', p(b('가'), 1), p('나')],
]

for (const [way, translator] of translators) {
  test.each(pages)(`where a translator ${way}: %s`, async (_, before, after) => {
    show(before)
    await translate(translator)
    show(after)
    await flushObservers()
    const shown = readText()
    // Translate and change once more, from the result of the first change.
    await translate(translator)
    show(before)
    await flushObservers()
    const shownAgain = readText()

    root?.unmount()
    document.body.replaceChildren()
    expect([shown, shownAgain]).toEqual([show(after).textContent, show(before).textContent])
  })
}

test('puts an original back once and in its place', async () => {
  const shownCounts = (first: number, second: number) => p(first, '개 ', b('그리고'), ' ', second, '개')
  show(shownCounts(1, 2))
  await translate(text => text.replaceWith(fontWith(translation(text))))
  for (const page of [shownCounts(1, 3), shownCounts(4, 3)]) {
    show(page)
    await flushObservers()
  }
  expect(readText()).toBe('4개 그리고 3개')
  expect(document.querySelectorAll('p > font')).toHaveLength(0)
})

test('handles an original that the translator restores', async () => {
  show(p(1, '개'))
  const [number] = document.querySelector('p')?.childNodes ?? []
  if (!number) throw new Error('nothing is shown')
  const font = fontWith('one')
  ;(number as Text).replaceWith(font)
  await flushObservers()
  font.replaceWith(number)
  await flushObservers()
  show(p(2, '개'))
  await flushObservers()
  expect(readText()).toBe('2개')
})

test('works on a hydrated page', async () => {
  const place = document.body.appendChild(document.createElement('main'))
  place.innerHTML = renderToString(<Counter />)
  flushSync(() => {
    root = hydrateRoot(place, <Counter />)
  })
  await translate(text => text.replaceWith(fontWith(translation(text))))
  flushSync(() => place.querySelector('button')?.click())
  await flushObservers()
  expect(readText()).toBe('2번')
})

test('throws for nodes that are not React’s', () => {
  const [one, other] = [document.createElement('p'), document.createElement('p')]
  expect(() => one.removeChild(other)).toThrow('not a child')
  expect(() => one.insertBefore(document.createElement('b'), other)).toThrow()
})
