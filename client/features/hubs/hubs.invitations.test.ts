import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { dispatchEvent } from '#client/live/eventBus.ts'
import { queryClient } from '#client/platform/calls/queryClient.ts'
import { toastsAtom } from '#client/ui/toasts.ts'
import { announceInvitations } from './hubs.invitations.ts'

const PATIENCE_MS = 10_000
const hub = {
  hubNo: 1,
  userNos: [2, 3],
  names: ['민호', '지우'],
  pics: ['', ''],
  numUnreadArticles: 0,
  revision: 0,
  version: 1,
}
const toasts = () => getDefaultStore().get(toastsAtom)

/** The server tells whom the user has blocked, or nothing. */
function answerBlocked(answer: () => Response): void {
  vi.stubGlobal('fetch', async () => answer())
}

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  queryClient.clear()
  getDefaultStore().set(toastsAtom, [])
  return announceInvitations()
})

test('an invitation that comes before the sentences of the first page are whole is told all the same', async () => {
  answerBlocked(() => Response.json({ success: true, people: [] }))
  dispatchEvent('hub:added', { hub, invitedBy: '민호' })
  await vi.waitFor(() => expect(toasts()).toMatchObject([{ text: '민호님이 방에 초대했어요.' }]), PATIENCE_MS)
})

test('it says that somebody whom the user has blocked is there, and leads to where they can leave', async () => {
  const people = [{ userNo: 3, userName: '지우', profPic: '' }]
  answerBlocked(() => Response.json({ success: true, people }))
  dispatchEvent('hub:added', { hub, invitedBy: '민호' })
  const told = { text: '민호님이 초대한 방에 내가 차단한 친구가 있어요.', link: { to: '/friends' } }
  await vi.waitFor(() => expect(toasts()).toMatchObject([told]), PATIENCE_MS)
})

test('who is blocked is asked about anew each time', async () => {
  const people = [{ userNo: 3, userName: '지우', profPic: '' }]
  answerBlocked(() => Response.json({ success: true, people: [] }))
  dispatchEvent('hub:added', { hub, invitedBy: '민호' })
  await vi.waitFor(() => expect(toasts()).toHaveLength(1), PATIENCE_MS)
  answerBlocked(() => Response.json({ success: true, people }))
  dispatchEvent('hub:added', { hub, invitedBy: '민호' })
  await vi.waitFor(() => expect(toasts()[1]).toMatchObject({ link: { to: '/friends' } }), PATIENCE_MS)
})

test('when it cannot be asked who is blocked the invitation is told all the same; one’s own room is not', async () => {
  answerBlocked(() => new Response('', { status: 503 }))
  dispatchEvent('hub:added', { hub, invitedBy: '' })
  dispatchEvent('hub:added', { hub, invitedBy: '민호' })
  await vi.waitFor(() => expect(toasts()).toMatchObject([{ text: '민호님이 방에 초대했어요.' }]), PATIENCE_MS)
})
