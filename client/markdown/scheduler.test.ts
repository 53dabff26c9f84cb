import { afterAll, beforeEach, expect, test, vi } from 'vitest'

let frames: (() => void)[]

beforeEach(() => {
  frames = []
  vi.resetModules()
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
})
// Other test files must not share the module state.
afterAll(() => void vi.resetModules())

const loadScheduler = () => import('./scheduler.ts')

function nextFrame(): void {
  const requested = frames
  frames = []
  for (const frame of requested) frame()
}

test('runs small updates at once and spreads many over several frames, in order', async () => {
  const { scheduleUpdate } = await loadScheduler()
  const shown: number[] = []
  for (let index = 0; index < 100; index++) scheduleUpdate(50, () => shown.push(index))
  const atOnce = shown.length
  expect(atOnce).toBeGreaterThan(0)
  expect(atOnce).toBeLessThan(50)
  let frameCount = 0
  for (; shown.length < 100 && frameCount < 100; frameCount++) nextFrame()
  expect(frameCount).toBeGreaterThan(2)
  expect(shown).toEqual(Array.from({ length: 100 }, (_, index) => index))
})

test('an update larger than a frame has a frame to itself', async () => {
  const { scheduleUpdate } = await loadScheduler()
  const shown: string[] = []
  scheduleUpdate(100_000, () => shown.push('large'))
  scheduleUpdate(1, () => shown.push('small'))
  expect(shown).toEqual(['large'])
  nextFrame()
  expect(shown).toEqual(['large', 'small'])
})

test('does not run cancelled updates', async () => {
  const { scheduleUpdate, scheduleFullFrame } = await loadScheduler()
  const shown: string[] = []
  scheduleFullFrame(() => shown.push('kept'))
  scheduleFullFrame(() => shown.push('cancelled'))()
  scheduleUpdate(1, () => shown.push('later'))
  for (let frame = 0; frame < 3; frame++) nextFrame()
  expect(shown).toEqual(['kept', 'later'])
})
