import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { dispatchEvent } from '#client/live/eventBus.ts'
import { queryClient } from '#client/platform/calls/queryClient.tsx'
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

const JIWOO = { userNo: 3, userName: '지우', profPic: '' }
const INVITATION = { text: '민호님이 방에 초대했어요.' }
const WARNING = { text: '민호님이 초대한 방에 내가 차단한 친구가 있어요.', link: { to: '/friends' } }

const answerBlocked = (...people: (typeof JIWOO)[]) =>
  vi.stubGlobal('fetch', async () => Response.json({ success: true, people }))
const waitForToasts = (...expected: object[]) =>
  vi.waitFor(() => expect(toasts()).toMatchObject(expected), PATIENCE_MS)

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true })
  queryClient.clear()
  getDefaultStore().set(toastsAtom, [])
  return announceInvitations()
})

test('shows each invitation, also before all texts are loaded, and tells that a blocked user is a member', async () => {
  answerBlocked()
  dispatchEvent('hub:added', { hub, invitedBy: '민호' })
  await waitForToasts(INVITATION)
  // The list is requested again for each invitation.
  answerBlocked(JIWOO)
  dispatchEvent('hub:added', { hub, invitedBy: '민호' })
  await waitForToasts(INVITATION, WARNING)
})

test('shows the invitation if the blocked users cannot be loaded, but not one for the user’s own room', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  dispatchEvent('hub:added', { hub, invitedBy: '' })
  dispatchEvent('hub:added', { hub, invitedBy: '민호' })
  await waitForToasts(INVITATION)
})
