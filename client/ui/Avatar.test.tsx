// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Avatar, hueOf } from './Avatar.tsx'

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

async function show() {
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  const render = (picture: string | null) =>
    act(async () => root.render(<Avatar person={{ userNo: 1, name: '가온', picture }} />))
  await render('/pictures/1')
  return render
}
const image = () => document.querySelector('img')
const letter = () => document.querySelector('svg')?.textContent

test('shows the initial while the picture cannot be loaded, until the connection is back', async () => {
  await show()
  await act(async () => void image()?.dispatchEvent(new Event('error')))
  expect([image(), letter()]).toEqual([null, '가'])
  expect(document.querySelector('svg')?.getAttribute('class')).toContain('avatar--single')
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(image()).not.toBeNull()
})

test('loads another picture at once', async () => {
  const render = await show()
  await act(async () => void image()?.dispatchEvent(new Event('error')))
  await render('/pictures/2')
  expect(image()?.getAttribute('src')).toBe('/pictures/2')
})

test('shows the initial if the picture failed before hydration', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
  HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException('', 'EncodingError'))
  await show()
  expect([image(), letter()]).toEqual([null, '가'])
})

const distance = (a: number, b: number) => Math.min(Math.abs(a - b), 360 - Math.abs(a - b))

test('gives users with consecutive numbers different hues', () => {
  for (let userNo = 1; userNo < 50; userNo++) {
    expect(distance(hueOf(userNo), hueOf(userNo + 1))).toBeGreaterThan(90)
    expect(distance(hueOf(userNo), hueOf(userNo + 2))).toBeGreaterThan(30)
  }
})
