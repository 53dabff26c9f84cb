import { expect, test } from 'vitest'
import { DROPPED_PICTURE_MS, UNUSED_PICTURE_MS } from '#protocol/limits.ts'
import { type Holding, holdingAfter, holdingOfNew } from './notePictures.rules.ts'

const came = new Date('2026-03-01T10:00:00Z')
const later = (ms: number) => new Date(came.getTime() + ms)
const checked = expect.any(Date)

test('what nothing ever held is kept for thirty days, and no longer', () => {
  const kept = holdingAfter(holdingOfNew(came), false, later(UNUSED_PICTURE_MS - 1))
  expect(kept).toEqual({ unheldSince: came, checkAt: checked })
  expect(holdingAfter(kept as Holding, false, later(UNUSED_PICTURE_MS))).toBeNull()
})

test('what nothing holds any more is kept for a day from when that was seen', () => {
  const held = holdingAfter(holdingOfNew(came), true, later(1)) as Holding
  expect(held).toEqual({ wasHeld: true, checkAt: checked })
  const dropped = holdingAfter(held, false, later(2)) as Holding
  expect(dropped).toEqual({ wasHeld: true, unheldSince: later(2), checkAt: checked })
  expect(holdingAfter(dropped, false, later(1 + DROPPED_PICTURE_MS))).not.toBeNull()
  expect(holdingAfter(dropped, false, later(2 + DROPPED_PICTURE_MS))).toBeNull()
})

test('what is held again is as if it had always been', () => {
  const dropped = { wasHeld: true, unheldSince: came, checkAt: came } as const
  expect(holdingAfter(dropped, true, later(UNUSED_PICTURE_MS))).toEqual({ wasHeld: true, checkAt: checked })
})

test('whatever is kept is looked at again within the day', () => {
  for (const isHeld of [true, false]) {
    const { checkAt } = holdingAfter(holdingOfNew(came), isHeld, came) as Holding
    expect(checkAt.getTime()).toBeGreaterThan(came.getTime())
    expect(checkAt.getTime()).toBeLessThanOrEqual(later(DROPPED_PICTURE_MS).getTime())
  }
})
