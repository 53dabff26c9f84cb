import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchNodes, watchRedisHealth } from './nodes.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('node heartbeats', () => {
  const onNodeLost = vi.fn()
  const sendHeartbeat = vi.fn()
  let isRedisUp: boolean
  let nodes: ReturnType<typeof watchNodes>

  beforeEach(() => {
    onNodeLost.mockClear()
    sendHeartbeat.mockClear()
    isRedisUp = true
    nodes = watchNodes({ sendHeartbeat, isRedisUp: () => isRedisUp, onNodeLost })
  })
  afterEach(() => {
    nodes.stop()
  })

  test('reports a silent node once, within 3 seconds', () => {
    nodes.receiveHeartbeat('a')
    vi.advanceTimersByTime(2_400)
    expect(onNodeLost).not.toHaveBeenCalled()
    vi.advanceTimersByTime(600)
    expect(onNodeLost).toHaveBeenCalledWith('a')
    vi.advanceTimersByTime(10_000)
    expect(onNodeLost).toHaveBeenCalledOnce()
  })

  test('answers a new node at once', () => {
    expect(sendHeartbeat).toHaveBeenCalledTimes(1)
    nodes.receiveHeartbeat('new')
    expect(sendHeartbeat).toHaveBeenCalledTimes(2)
    nodes.receiveHeartbeat('new')
    expect(sendHeartbeat).toHaveBeenCalledTimes(2)
  })

  test('reports neither a live node nor one that announced its shutdown', () => {
    nodes.receiveHeartbeat('leaving')
    nodes.remove('leaving')
    for (let beat = 0; beat < 20; beat += 1) {
      nodes.receiveHeartbeat('live')
      vi.advanceTimersByTime(500)
    }
    expect(onNodeLost).not.toHaveBeenCalled()
  })

  test('lists nodes with their releases, which earlier releases do not tell', () => {
    nodes.receiveHeartbeat('a', '1.2.0')
    nodes.receiveHeartbeat('old')
    expect(nodes.others()).toEqual([
      { nodeId: 'a', release: '1.2.0' },
      { nodeId: 'old', release: null },
    ])
    nodes.remove('a')
    nodes.receiveHeartbeat('a')
    expect(nodes.others()).toContainEqual({ nodeId: 'a', release: null })
  })

  test('reports no node while Redis is down, and a silent one afterwards', () => {
    nodes.receiveHeartbeat('a')
    isRedisUp = false
    vi.advanceTimersByTime(10_000)
    expect(onNodeLost).not.toHaveBeenCalled()
    isRedisUp = true
    vi.advanceTimersByTime(3_000)
    expect(onNodeLost).toHaveBeenCalledWith('a')
  })
})

describe('Redis health', () => {
  const onChange = vi.fn()
  let isUp: boolean
  let redisHealth: ReturnType<typeof watchRedisHealth>

  beforeEach(() => {
    onChange.mockClear()
    isUp = true
    redisHealth = watchRedisHealth({ ping: async () => isUp || Promise.reject(new Error('away')), onChange })
  })
  afterEach(() => {
    redisHealth.stop()
  })

  test('reports an outage once, and its end once', async () => {
    await vi.advanceTimersByTimeAsync(5_000)
    expect(onChange).not.toHaveBeenCalled()
    isUp = false
    await vi.advanceTimersByTimeAsync(1_500)
    expect(onChange).toHaveBeenCalledExactlyOnceWith(true)
    expect(redisHealth.isPartitioned()).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(onChange).toHaveBeenCalledOnce()
    isUp = true
    await vi.advanceTimersByTimeAsync(500)
    expect(onChange).toHaveBeenLastCalledWith(false)
    expect(onChange).toHaveBeenCalledTimes(2)
  })

  test('ignores a short outage', async () => {
    isUp = false
    await vi.advanceTimersByTimeAsync(700)
    isUp = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(onChange).not.toHaveBeenCalled()
  })
})
