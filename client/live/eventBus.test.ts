import { expect, test } from 'vitest'
import { dispatchEvent, dispatchResync, onEvent, onResync } from './eventBus.ts'

test('dispatches an event to all subscribers of its name until they unsubscribe', () => {
  const received: number[] = []
  const stopFirst = onEvent('hub:removed', ({ hubNo }) => received.push(hubNo))
  const stopSecond = onEvent('hub:removed', ({ hubNo }) => received.push(-hubNo))
  dispatchEvent('hub:removed', { hubNo: 4, version: 1 })
  stopFirst()
  dispatchEvent('hub:removed', { hubNo: 5, version: 1 })
  stopSecond()
  dispatchEvent('hub:removed', { hubNo: 6, version: 1 })
  expect(received).toEqual([4, -4, -5])
})

test('allows unsubscribing during a dispatch', () => {
  const received: string[] = []
  const stopFirst = onEvent('hub:removed', () => {
    received.push('first')
    stopFirst()
  })
  const stopSecond = onEvent('hub:removed', () => received.push('second'))
  dispatchEvent('hub:removed', { hubNo: 4, version: 1 })
  stopSecond()
  expect(received).toEqual(['first', 'second'])
})

test('dispatches a resync to all subscribers', () => {
  let fetched = 0
  const stop = onResync(() => {
    fetched += 1
  })
  dispatchResync()
  stop()
  dispatchResync()
  expect(fetched).toBe(1)
})
