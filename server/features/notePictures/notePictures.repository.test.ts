import { expect, test } from 'vitest'
import { DROPPED_PICTURE_MS, UNUSED_PICTURE_MS } from '#protocol/limits.ts'
import {
  initialReferenceState,
  type ReferenceState,
  referenceStateAfterCheck,
} from './notePictures.repository.ts'

const came = new Date('2026-03-01T10:00:00Z')
const later = (ms: number) => new Date(came.getTime() + ms)
const checked = expect.any(Date)

test('keeps a picture that was never referenced for thirty days', () => {
  const state = referenceStateAfterCheck(initialReferenceState(came), false, later(UNUSED_PICTURE_MS - 1))
  expect(state).toEqual({ unheldSince: came, checkAt: checked })
  expect(referenceStateAfterCheck(state as ReferenceState, false, later(UNUSED_PICTURE_MS))).toBeNull()
})

test('keeps a picture that is no longer referenced for a day', () => {
  const referenced = referenceStateAfterCheck(initialReferenceState(came), true, later(1)) as ReferenceState
  expect(referenced).toEqual({ wasHeld: true, checkAt: checked })
  const unreferenced = referenceStateAfterCheck(referenced, false, later(2)) as ReferenceState
  expect(unreferenced).toEqual({ wasHeld: true, unheldSince: later(2), checkAt: checked })
  expect(referenceStateAfterCheck(unreferenced, false, later(1 + DROPPED_PICTURE_MS))).not.toBeNull()
  expect(referenceStateAfterCheck(unreferenced, false, later(2 + DROPPED_PICTURE_MS))).toBeNull()
})

test('resets the state of a picture that is referenced again', () => {
  const unreferenced = { wasHeld: true, unheldSince: came, checkAt: came } as const
  expect(referenceStateAfterCheck(unreferenced, true, later(UNUSED_PICTURE_MS))).toEqual({
    wasHeld: true,
    checkAt: checked,
  })
})

test('checks each picture again within a day', () => {
  for (const isReferenced of [true, false]) {
    const { checkAt } = referenceStateAfterCheck(
      initialReferenceState(came),
      isReferenced,
      came,
    ) as ReferenceState
    expect(checkAt.getTime()).toBeGreaterThan(came.getTime())
    expect(checkAt.getTime()).toBeLessThanOrEqual(later(DROPPED_PICTURE_MS).getTime())
  }
})
