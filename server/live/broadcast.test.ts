import { expect, test } from 'vitest'
import type { Live } from './broadcast.ts'

test('a hub is told of what happens in it, and the agora of what happens there: anything else does not compile', () => {
  const careless = [
    // @ts-expect-error: no hub event, so no client takes its version.
    (live: Live) => live.emitToHub(1, 'note:read', { noteNo: 1 }),
    // @ts-expect-error: the same, with something of each member's own.
    (live: Live) => live.tellMembers(1, 'note:read', { noteNo: 1 }, []),
    // @ts-expect-error: no agora event.
    (live: Live) => live.emitToAgora('note:read', { noteNo: 1 }),
    // @ts-expect-error: without the version that the change gave the hub.
    (live: Live) => live.emitToHub(1, 'comment:deleted', { hubNo: 1, noteNo: 1, commentNo: 1, count: 0 }),
  ]
  expect(careless).toHaveLength(4)
})
