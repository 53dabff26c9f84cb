import { expect, test, vi } from 'vitest'
import { onDemand } from './on-demand.ts'

test('a part is loaded once, and those who wait are told', async () => {
  const load = vi.fn(async () => '부분')
  const part = onDemand(load)
  const told = vi.fn()
  part.subscribe(told)
  expect(load).not.toHaveBeenCalled()
  part.request()
  part.request()
  expect(part.state().status).toBe('loading')
  await vi.waitFor(() => expect(part.state()).toEqual({ status: 'ready', value: '부분' }))
  part.request()
  expect(load).toHaveBeenCalledTimes(1)
  expect(told).toHaveBeenCalledTimes(2)
})

test('after a failure the next request tries again', async () => {
  const load = vi.fn(async () => '부분').mockRejectedValueOnce(new Error('offline'))
  const part = onDemand(load)
  part.request()
  await vi.waitFor(() => expect(part.state().status).toBe('failed'))
  part.request()
  await vi.waitFor(() => expect(part.state().status).toBe('ready'))
})

test('who no longer listens is told nothing', async () => {
  const part = onDemand(async () => '부분')
  const told = vi.fn()
  part.subscribe(told)()
  part.request()
  await vi.waitFor(() => expect(part.state().status).toBe('ready'))
  expect(told).not.toHaveBeenCalled()
})
