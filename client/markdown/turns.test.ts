import { afterAll, beforeEach, expect, test, vi } from 'vitest'

let frames: (() => void)[]

beforeEach(() => {
  frames = []
  vi.resetModules()
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame))
})
// What these pages keep is nothing to the files that come after.
afterAll(() => void vi.resetModules())

const loadTurns = () => import('./turns.ts')

function nextFrame(): void {
  const asked = frames
  frames = []
  for (const frame of asked) frame()
}

test('a little is shown at once, much in several frames, in order', async () => {
  const { inTurn } = await loadTurns()
  const shown: number[] = []
  for (let place = 0; place < 100; place++) inTurn(50, () => shown.push(place))
  const atOnce = shown.length
  expect(atOnce).toBeGreaterThan(0)
  expect(atOnce).toBeLessThan(50)
  let frameCount = 0
  for (; shown.length < 100 && frameCount < 100; frameCount++) nextFrame()
  expect(frameCount).toBeGreaterThan(2)
  expect(shown).toEqual(Array.from({ length: 100 }, (_, place) => place))
})

test('what is larger than all that a frame takes has one to itself', async () => {
  const { inTurn } = await loadTurns()
  const shown: string[] = []
  inTurn(100_000, () => shown.push('large'))
  inTurn(1, () => shown.push('small'))
  expect(shown).toEqual(['large'])
  nextFrame()
  expect(shown).toEqual(['large', 'small'])
})

test('what is called off is not shown', async () => {
  const { inTurn, wholeTurn } = await loadTurns()
  const shown: string[] = []
  wholeTurn(() => shown.push('kept'))
  wholeTurn(() => shown.push('gone'))()
  inTurn(1, () => shown.push('later'))
  for (let frame = 0; frame < 3; frame++) nextFrame()
  expect(shown).toEqual(['kept', 'later'])
})
