import { expect, test } from 'vitest'
import type { Live } from './broadcast.ts'

test('only hub events to hubs and agora events to the agora compile', () => {
  const careless = [
    // @ts-expect-error: not a hub event, so it has no version.
    (live: Live) => live.emitToHub(1, 'note:read', { noteNo: 1 }),
    // @ts-expect-error: not a hub event either, with fields per member.
    (live: Live) => live.publishToMembers(1, 'note:read', { noteNo: 1 }, []),
    // @ts-expect-error: not an agora event.
    (live: Live) => live.emitToAgora('note:read', { noteNo: 1 }),
    // @ts-expect-error: the version of the hub is missing.
    (live: Live) => live.emitToHub(1, 'comment:deleted', { hubNo: 1, noteNo: 1, commentNo: 1, count: 0 }),
  ]
  expect(careless).toHaveLength(4)
})
