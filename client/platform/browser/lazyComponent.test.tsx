// @vitest-environment jsdom
import { act, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Failure } from './ErrorBoundary.tsx'
import { idleComponent, lazyComponent } from './lazyComponent.tsx'
import { lazyModule } from './lazyModule.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const Failed = ({ retry, isRetrying }: Failure) => (
  <button type="button" onClick={retry}>
    {isRetrying ? 'retrying' : 'failed'}
  </button>
)
const Part = () => <p>part</p>

let isBroken = false
function Breaking() {
  if (isBroken) throw new Error('broken')
  return <p>part</p>
}

/** What a page with a part and its neighbour shows. */
async function show(Shown: ComponentType) {
  const place = document.body.appendChild(document.createElement('main'))
  await act(async () =>
    createRoot(place).render(
      <>
        <h1>page</h1>
        <Shown />
      </>,
    ),
  )
  return () => place.textContent
}
const settle = () => act(() => vi.runAllTimersAsync())
const press = () => act(async () => document.querySelector('button')?.click())
const goOnline = () => act(async () => void window.dispatchEvent(new Event('online')))

const offline = () => Promise.reject(new Error('offline'))

test.each([lazyComponent, idleComponent])(
  'a part that cannot be loaded shows that in its place, and is loaded by a retry',
  async make => {
    const fetch = vi.fn<() => Promise<ComponentType>>(offline)
    const shown = await show(make(lazyModule(fetch), Failed))
    await settle()
    expect(shown()).toBe('pagefailed')
    await press()
    expect(shown()).toBe('pageretrying')
    await settle()
    expect(shown()).toBe('pagefailed')
    fetch.mockResolvedValue(Part)
    await press()
    await settle()
    expect(shown()).toBe('pagepart')
  },
)

test.each([Failed, null])('it is loaded by itself once the connection is back', async failed => {
  const fetch = vi.fn<() => Promise<ComponentType>>(offline)
  const shown = await show(lazyComponent(lazyModule(fetch), failed))
  await settle()
  fetch.mockResolvedValue(Part)
  await goOnline()
  await settle()
  expect(shown()).toBe('pagepart')
})

test('a retry that succeeds brings the other parts that failed', async () => {
  const [first, second] = [
    vi.fn<() => Promise<ComponentType>>(offline),
    vi.fn<() => Promise<ComponentType>>(offline),
  ]
  const [One, Other] = [lazyComponent(lazyModule(first), Failed), lazyComponent(lazyModule(second), null)]
  const shown = await show(() => (
    <>
      <One />
      <Other />
    </>
  ))
  await settle()
  first.mockResolvedValue(Part)
  second.mockResolvedValue(Part)
  await press()
  await settle()
  expect(shown()).toBe('pagepartpart')
})

test('a part that throws while it renders stays by itself, and is mounted anew by a retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  isBroken = true
  const shown = await show(
    lazyComponent(
      lazyModule(async () => Breaking),
      Failed,
    ),
  )
  await settle()
  expect(shown()).toBe('pagefailed')
  isBroken = false
  await press()
  expect(shown()).toBe('pagepart')
})
