import { afterEach, expect, test, vi } from 'vitest'
import type { ServerEventPayload } from '#protocol/events.ts'
import { dispatchEvent, dispatchResync } from './eventBus.ts'
import { hubEvents } from './hubEvents.ts'

const HUB = 4
const refetch = vi.fn()
afterEach(() => refetch.mockReset())

function dispatchAdded(hubNo: number): void {
  const hub = { hubNo, version: 2 } as ServerEventPayload<'hub:added'>['hub']
  dispatchEvent('hub:added', { hub, invitedBy: '박서준' })
}

test('refetches the shown hub when the user is added to it', () => {
  const stop = hubEvents(HUB)(() => undefined, refetch)
  dispatchAdded(HUB + 1)
  expect(refetch).not.toHaveBeenCalled()
  dispatchAdded(HUB)
  dispatchResync()
  expect(refetch).toHaveBeenCalledTimes(2)
  stop()
  dispatchAdded(HUB)
  expect(refetch).toHaveBeenCalledTimes(2)
})
