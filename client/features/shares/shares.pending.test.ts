import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runBeforeSignOutTasks } from '#client/session/session.beforeSignOut.ts'
import { type ShareDelay, startShareDelay } from './shares.pending.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const frame = new EventTarget()
const send = vi.fn(() => Promise.resolve())
const onTick = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', frame)
  page.visibilityState = 'visible'
  vi.clearAllMocks()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const start = () => startShareDelay({ send, onTick })

test('counts ten seconds down and sends once', () => {
  const delay = start()
  expect(onTick).toHaveBeenLastCalledWith(10)
  vi.advanceTimersByTime(9_999)
  expect(onTick).toHaveBeenLastCalledWith(1)
  expect(send).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(onTick).toHaveBeenLastCalledWith(null)
  delay.sendNow()
  expect(send).toHaveBeenCalledTimes(1)
})

test('never sends a cancelled share', () => {
  const delay = start()
  delay.cancel()
  delay.sendNow()
  frame.dispatchEvent(new Event('pagehide'))
  vi.advanceTimersByTime(60_000)
  expect(send).not.toHaveBeenCalled()
  expect(onTick).toHaveBeenLastCalledWith(null)
})

test.each([
  ['the user asks for it', (delay: ShareDelay) => delay.sendNow()],
  ['the page is left', () => frame.dispatchEvent(new Event('pagehide'))],
  [
    'the page is hidden',
    () => {
      page.visibilityState = 'hidden'
      page.dispatchEvent(new Event('visibilitychange'))
    },
  ],
])('sends once and at once when %s', (_, leave) => {
  const delay = start()
  leave(delay)
  expect(send).toHaveBeenCalledTimes(1)
  delay.sendNow()
  vi.advanceTimersByTime(60_000)
  expect(send).toHaveBeenCalledTimes(1)
})

test('sends on sign-out, which waits for the request', async () => {
  let arrive = () => {}
  send.mockReturnValueOnce(
    new Promise(resolve => {
      arrive = resolve
    }),
  )
  const signedOut = vi.fn()
  start()
  const signingOut = runBeforeSignOutTasks().then(signedOut)
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(signedOut).not.toHaveBeenCalled()
  arrive()
  await signingOut
})

test('does not delay sign-out for a cancelled share, nor for long', async () => {
  start().cancel()
  await runBeforeSignOutTasks()
  expect(send).not.toHaveBeenCalled()

  send.mockReturnValueOnce(new Promise(() => {}))
  start()
  const signingOut = runBeforeSignOutTasks()
  await vi.advanceTimersByTimeAsync(60_000)
  await signingOut
})
