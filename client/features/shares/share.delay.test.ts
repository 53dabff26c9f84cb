import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { finishBeforeSigningOut } from '#client/session/session.leaving.ts'
import { startShareDelay } from './share.delay.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const frame = new EventTarget()
const send = vi.fn(() => Promise.resolve())
const onLeft = vi.fn()

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

const start = () => startShareDelay({ send, onLeft })

test('counts ten seconds down and sends once', () => {
  start()
  expect(onLeft).toHaveBeenLastCalledWith(10)
  vi.advanceTimersByTime(9_999)
  expect(onLeft).toHaveBeenLastCalledWith(1)
  expect(send).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(onLeft).toHaveBeenLastCalledWith(null)
  expect(send).toHaveBeenCalledTimes(1)
})

test('what was taken back is never sent', () => {
  const delay = start()
  delay.takeBack()
  delay.sendNow()
  frame.dispatchEvent(new Event('pagehide'))
  vi.advanceTimersByTime(60_000)
  expect(send).not.toHaveBeenCalled()
  expect(onLeft).toHaveBeenLastCalledWith(null)
})

test('what was sent at once is not sent again', () => {
  const delay = start()
  delay.sendNow()
  delay.sendNow()
  vi.advanceTimersByTime(60_000)
  expect(send).toHaveBeenCalledTimes(1)
})

test.each([
  ['left', () => frame.dispatchEvent(new Event('pagehide'))],
  [
    'hidden',
    () => {
      page.visibilityState = 'hidden'
      page.dispatchEvent(new Event('visibilitychange'))
    },
  ],
])('a page that is %s sends at once', (_, leave) => {
  start()
  leave()
  expect(send).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(send).toHaveBeenCalledTimes(1)
})

test('signing out sends at once, and waits until it is sent', async () => {
  let arrive = () => {}
  send.mockReturnValueOnce(
    new Promise(resolve => {
      arrive = resolve
    }),
  )
  const signedOut = vi.fn()
  start()
  const signingOut = finishBeforeSigningOut().then(signedOut)
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(signedOut).not.toHaveBeenCalled()
  arrive()
  await signingOut
})

test('signing out waits neither for what was taken back, nor for long', async () => {
  start().takeBack()
  await finishBeforeSigningOut()
  expect(send).not.toHaveBeenCalled()

  send.mockReturnValueOnce(new Promise(() => {}))
  start()
  const signingOut = finishBeforeSigningOut()
  await vi.advanceTimersByTimeAsync(60_000)
  await signingOut
})
