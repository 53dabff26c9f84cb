// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Avatar } from './Avatar.tsx'

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

test('a picture that cannot be loaded gives way to the initial until the connection is back', async () => {
  await show()
  await act(async () => void image()?.dispatchEvent(new Event('error')))
  expect([image(), letter()]).toEqual([null, '가'])
  expect(document.querySelector('svg')?.getAttribute('class')).toContain('avatar--single')
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(image()).not.toBeNull()
})

test('another picture is tried at once', async () => {
  const render = await show()
  await act(async () => void image()?.dispatchEvent(new Event('error')))
  await render('/pictures/2')
  expect(image()?.getAttribute('src')).toBe('/pictures/2')
})

test('a picture that failed before the page was React’s gives way, too', async () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
  HTMLImageElement.prototype.decode = () => Promise.reject(new DOMException('', 'EncodingError'))
  await show()
  expect([image(), letter()]).toEqual([null, '가'])
})
