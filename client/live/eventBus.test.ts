import { expect, test } from 'vitest'
import { onEvent, onResync, tellEvent, tellResync } from './eventBus.ts'

test('an event reaches everybody who hears its name, until they stop', () => {
  const heard: number[] = []
  const stopFirst = onEvent('hub:removed', ({ hubNo }) => heard.push(hubNo))
  const stopSecond = onEvent('hub:removed', ({ hubNo }) => heard.push(-hubNo))
  tellEvent('hub:removed', { hubNo: 4, version: 1 })
  stopFirst()
  tellEvent('hub:removed', { hubNo: 5, version: 1 })
  stopSecond()
  tellEvent('hub:removed', { hubNo: 6, version: 1 })
  expect(heard).toEqual([4, -4, -5])
})

test('somebody who stops hearing while an event is told harms nobody', () => {
  const heard: string[] = []
  const stopFirst = onEvent('hub:removed', () => {
    heard.push('first')
    stopFirst()
  })
  const stopSecond = onEvent('hub:removed', () => heard.push('second'))
  tellEvent('hub:removed', { hubNo: 4, version: 1 })
  stopSecond()
  expect(heard).toEqual(['first', 'second'])
})

test('a resync reaches whoever is on the screen', () => {
  let fetched = 0
  const stop = onResync(() => {
    fetched += 1
  })
  tellResync()
  stop()
  tellResync()
  expect(fetched).toBe(1)
})
