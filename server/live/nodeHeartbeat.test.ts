import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchNodes } from './nodeHeartbeat.ts'

const died = vi.fn()
const sendHeartbeat = vi.fn()
let isRedisUp: boolean
let peers: ReturnType<typeof watchNodes>

beforeEach(() => {
  vi.useFakeTimers()
  died.mockClear()
  sendHeartbeat.mockClear()
  isRedisUp = true
  peers = watchNodes({ sendHeartbeat, isRedisUp: () => isRedisUp, onNodeLost: died })
})
afterEach(() => {
  peers.stop()
  vi.useRealTimers()
})

test('a node that falls silent is missed once, within 3 seconds', () => {
  peers.receive('a')
  vi.advanceTimersByTime(2_400)
  expect(died).not.toHaveBeenCalled()
  vi.advanceTimersByTime(600)
  expect(died).toHaveBeenCalledWith('a')
  vi.advanceTimersByTime(10_000)
  expect(died).toHaveBeenCalledOnce()
})

test('a newcomer is answered at once, so that it knows of us, too', () => {
  expect(sendHeartbeat).toHaveBeenCalledTimes(1)
  peers.receive('new')
  expect(sendHeartbeat).toHaveBeenCalledTimes(2)
  peers.receive('new')
  expect(sendHeartbeat).toHaveBeenCalledTimes(2)
})

test('a node that goes on speaking, or says goodbye, is not missed', () => {
  peers.receive('leaving')
  peers.part('leaving')
  for (let sendHeartbeat = 0; sendHeartbeat < 20; sendHeartbeat += 1) {
    peers.receive('speaking')
    vi.advanceTimersByTime(500)
  }
  expect(died).not.toHaveBeenCalled()
})

test('while the line is down nobody is missed; whoever is silent afterwards is', () => {
  peers.receive('a')
  isRedisUp = false
  vi.advanceTimersByTime(10_000)
  expect(died).not.toHaveBeenCalled()
  isRedisUp = true
  vi.advanceTimersByTime(3_000)
  expect(died).toHaveBeenCalledWith('a')
})
