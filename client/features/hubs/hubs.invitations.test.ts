import { getDefaultStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { tellEvent } from '#client/platform/socket.ts'
import { toastsAtom } from '#client/ui/toasts.ts'
import { announceInvitations } from './hubs.invitations.ts'

const PATIENCE_MS = 10_000
const hub = {
  hubNo: 1,
  userNos: [2],
  names: ['민호'],
  pics: [''],
  numUnreadArticles: 0,
  revision: 0,
  version: 1,
}

test('an invitation that comes before the sentences of the first page are whole is told all the same', async () => {
  announceInvitations()
  tellEvent('hub:added', { hub, invitedBy: '민호' })
  await vi.waitFor(
    () => expect(getDefaultStore().get(toastsAtom)).toMatchObject([{ text: '민호님이 방에 초대했어요.' }]),
    PATIENCE_MS,
  )
})
