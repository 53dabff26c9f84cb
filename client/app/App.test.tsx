// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ko } from '#protocol/text/ko.ts'
import { App } from './App.tsx'

vi.mock(import('./Shell.tsx'), () => ({
  Shell() {
    throw new Error('broken')
  },
}))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // React logs the caught error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('shows an error with a retry button if the shell fails to render', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  await act(async () => createRoot(place).render(<App />))
  expect(place.querySelector('h1')).not.toBeNull()
  expect(place.querySelector('[role="alert"]')?.textContent).toContain(ko['error.screen'])
  expect(place.querySelector('button')?.textContent).toBe(ko['common.retry'])
})
