// @vitest-environment jsdom
import { act, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Failure, idleComponent, lazyComponent } from './lazyComponent.tsx'
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

const Fallback = ({ retry, isRetrying }: Failure) => (
  <button type="button" onClick={retry}>
    {isRetrying ? 'retrying' : 'failed'}
  </button>
)
const Part = () => <p>part</p>

let throwsError = false
function Throwing() {
  if (throwsError) throw new Error('broken')
  return <p>part</p>
}

/** Renders the component beside a heading. Returns a function for the text of the page. */
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
/** Twice: what becomes idle starts timers of its own. */
async function flushTimers(): Promise<void> {
  await act(() => vi.runAllTimersAsync())
  await act(() => vi.runAllTimersAsync())
}
const press = () => act(async () => document.querySelector('button')?.click())
const goOnline = () => act(async () => void window.dispatchEvent(new Event('online')))

const offline = () => Promise.reject(new Error('offline'))

test.each([lazyComponent, idleComponent])(
  'shows the failure of a component that cannot be loaded, and loads it on retry',
  async make => {
    const fetch = vi.fn<() => Promise<ComponentType>>(offline)
    const shown = await show(make(lazyModule(fetch), Fallback))
    await flushTimers()
    expect(shown()).toBe('pagefailed')
    await press()
    expect(shown()).toBe('pageretrying')
    await flushTimers()
    expect(shown()).toBe('pagefailed')
    fetch.mockResolvedValue(Part)
    await press()
    await flushTimers()
    expect(shown()).toBe('pagepart')
  },
)

test('an idle component is late on each screen, also once it is loaded', async () => {
  const component = idleComponent(
    lazyModule(async () => Part),
    null,
  )
  await show(component)
  await flushTimers()
  const shown = await show(component)
  expect(shown()).toBe('page')
  await flushTimers()
  expect(shown()).toBe('pagepart')
})

test.each([Fallback, null])('loads a failed component once the connection is back', async failed => {
  const fetch = vi.fn<() => Promise<ComponentType>>(offline)
  const shown = await show(lazyComponent(lazyModule(fetch), failed))
  await flushTimers()
  fetch.mockResolvedValue(Part)
  await goOnline()
  await flushTimers()
  expect(shown()).toBe('pagepart')
})

test('loads the other failed components after a successful retry', async () => {
  const [first, second] = [
    vi.fn<() => Promise<ComponentType>>(offline),
    vi.fn<() => Promise<ComponentType>>(offline),
  ]
  const [One, Other] = [lazyComponent(lazyModule(first), Fallback), lazyComponent(lazyModule(second), null)]
  const shown = await show(() => (
    <>
      <One />
      <Other />
    </>
  ))
  await flushTimers()
  first.mockResolvedValue(Part)
  second.mockResolvedValue(Part)
  await press()
  await flushTimers()
  expect(shown()).toBe('pagepartpart')
})

test('confines a render error to the component, and mounts it again on retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  throwsError = true
  const shown = await show(
    lazyComponent(
      lazyModule(async () => Throwing),
      Fallback,
    ),
  )
  await flushTimers()
  expect(shown()).toBe('pagefailed')
  throwsError = false
  await press()
  expect(shown()).toBe('pagepart')
})
