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

/** The list of blocked users that the server returns, or a failure. */
function answerBlocked(answer: () => Response): void {
  vi.stubGlobal('fetch', async () => answer())
}

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  queryClient.clear()
  getDefaultStore().set(toastsAtom, [])
  return announceInvitations()
})

test('shows an invitation that arrives before all texts are loaded', async () => {
  answerBlocked(() => Response.json({ success: true, people: [] }))
  dispatchEvent('hub:added', { hub, invitedBy: '민호' })
  await vi.waitFor(() => expect(toasts()).toMatchObject([{ text: '민호님이 방에 초대했어요.' }]), PATIENCE_MS)
})

test('tells that a blocked user is a member, and links to the list', async () => {
  const people = [{ userNo: 3, userName: '지우', profPic: '' }]
  answerBlocked(() => Response.json({ success: true, people }))
  dispatchEvent('hub:added', { hub, invitedBy: '민호' })
  const expectedToast = { text: '민호님이 초대한 방에 내가 차단한 친구가 있어요.', link: { to: '/friends' } }
  await vi.waitFor(() => expect(toasts()).toMatchObject([expectedToast]), PATIENCE_MS)
})

test('requests the blocked users for each invitation', async () => {
  const people = [{ userNo: 3, userName: '지우', profPic: '' }]
  answerBlocked(() => Response.json({ success: true, people: [] }))
  dispatchEvent('hub:added', { hub, invitedBy: '민호' })
  await vi.waitFor(() => expect(toasts()).toHaveLength(1), PATIENCE_MS)
  answerBlocked(() => Response.json({ success: true, people }))
  dispatchEvent('hub:added', { hub, invitedBy: '민호' })
  await vi.waitFor(() => expect(toasts()[1]).toMatchObject({ link: { to: '/friends' } }), PATIENCE_MS)
})

test('shows the invitation if the blocked users cannot be loaded, but not one for the user’s own room', async () => {
  answerBlocked(() => new Response('', { status: 503 }))
  dispatchEvent('hub:added', { hub, invitedBy: '' })
  dispatchEvent('hub:added', { hub, invitedBy: '민호' })
  await vi.waitFor(() => expect(toasts()).toMatchObject([{ text: '민호님이 방에 초대했어요.' }]), PATIENCE_MS)
})
