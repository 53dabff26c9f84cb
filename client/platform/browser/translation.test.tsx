// @vitest-environment jsdom
import { type ReactNode, useState } from 'react'
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

/** Observers are told in a microtask. */
const observed = () => Promise.resolve()

function show(page: ReactNode): HTMLElement {
  if (root === undefined || document.body.childNodes.length === 0) {
    root = createRoot(document.body.appendChild(document.createElement('main')))
  }
  flushSync(() => root?.render(page))
  return document.body
}

/** By each way that a translator may go: what it puts in the place of a text node. */
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

async function translate(by: (text: Text) => void, rounds = 2): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const texts: Text[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(by)
    await observed()
  }
}

/** What is read, whether translated or not. */
const read = () => document.body.textContent?.replaceAll(/[<>]/g, '')

// biome-ignore-start lint/correctness/useJsxKeyInIterable: each is a page by itself
const pages: [string, ReactNode, ReactNode][] = [
  ['a number beside words', <p>{3}개의 노트</p>, <p>{4}개의 노트</p>],
  [
    'words between elements',
    <p>
      앞 <b>굵게</b> 뒤
    </p>,
    <p>
      앞 <b>굵게</b> 다른 뒤
    </p>,
  ],
  [
    'words that go',
    <p>
      가{' 나 '}
      <b>다</b>
    </p>,
    <p>
      가<b>다</b>
    </p>,
  ],
  [
    'an element that comes before words',
    <p>
      {false}가{1}
    </p>,
    <p>
      {<b>새</b>}가{1}
    </p>,
  ],
  [
    'an element that goes',
    <p>
      가<b>나</b>다{1}
    </p>,
    <p>
      가{null}다{2}
    </p>,
  ],
  [
    'words that change their place',
    <p>
      <i key="1">가</i>
      <i key="2">나</i>다{1}
    </p>,
    <p>
      <i key="2">나</i>
      <i key="1">가</i>다{2}
    </p>,
  ],
  [
    'a whole that is another',
    <p>
      가{1}
      <b>나</b>
    </p>,
    <ul>
      <li>다{2}</li>
    </ul>,
  ],
  ['words alone', <p>가</p>, <p>나</p>],
  [
    'words that become elements',
    <p>가{1}</p>,
    <p>
      <b>가</b>
      {2}
    </p>,
  ],
  [
    'elements that become words',
    <p>
      <b>가</b>
      {1}
    </p>,
    <p>나</p>,
  ],
]
// biome-ignore-end lint/correctness/useJsxKeyInIterable: each is a page by itself

for (const [way, by] of translators) {
  test.each(pages)(`where a translator ${way}: %s`, async (_, before, after) => {
    show(before)
    await translate(by)
    show(after)
    await observed()
    const shown = read()
    // Again, from what the first change left.
    await translate(by)
    show(before)
    await observed()
    const shownAgain = read()

    root?.unmount()
    document.body.replaceChildren()
    expect([shown, shownAgain]).toEqual([show(after).textContent, show(before).textContent])
  })
}

test('what was put back is not put back again, and keeps its place', async () => {
  show(
    <p>
      {1}개 <b>그리고</b> {2}개
    </p>,
  )
  await translate(text => text.replaceWith(fontWith(translation(text))))
  show(
    <p>
      {1}개 <b>그리고</b> {3}개
    </p>,
  )
  await observed()
  show(
    <p>
      {4}개 <b>그리고</b> {3}개
    </p>,
  )
  await observed()
  expect(read()).toBe('4개 그리고 3개')
  expect(document.querySelectorAll('p > font')).toHaveLength(0)
})

test('the original comes back by itself when the translator shows it again', async () => {
  show(<p>{1}개</p>)
  const [number] = document.querySelector('p')?.childNodes ?? []
  if (!number) throw new Error('nothing is shown')
  const font = fontWith('one')
  ;(number as Text).replaceWith(font)
  await observed()
  font.replaceWith(number)
  await observed()
  show(<p>{2}개</p>)
  await observed()
  expect(read()).toBe('2개')
})

test('a page that React took over is no other', async () => {
  const place = document.body.appendChild(document.createElement('main'))
  place.innerHTML = renderToString(<Counter />)
  flushSync(() => {
    root = hydrateRoot(place, <Counter />)
  })
  await translate(text => text.replaceWith(fontWith(translation(text))))
  flushSync(() => place.querySelector('button')?.click())
  await observed()
  expect(read()).toBe('2번')
})

test('what is not of React fails as ever', () => {
  const [one, other] = [document.createElement('p'), document.createElement('p')]
  expect(() => one.removeChild(other)).toThrow('not a child')
  expect(() => one.insertBefore(document.createElement('b'), other)).toThrow()
})
