import { afterAll, expect, inject, test } from 'vitest'
import { markAllNotificationsSeen } from '#protocol/inbox.ts'
import { PUSH_DELAY_MS } from '#protocol/limits.ts'
import { choosePush, FIRST_CHOICES, subscribePush } from '#protocol/push.ts'
import { openNodes, VAPID_KEYS } from '#tests/support/node.ts'
import { startPushService } from '#tests/support/pushService.ts'
import { makeHub, newUsers, shareNewNote, signInUser } from '#tests/support/users.ts'

let now = new Date()
const service = await startPushService(VAPID_KEYS.publicKey)
const options = { redisUrl: inject('redisUrl'), clock: () => now, pushHosts: [service.host] }
const [firstNode, secondNode] = await openNodes(options, options)
afterAll(service.stop)

function advanceClock(ms: number) {
  now = new Date(now.getTime() + ms)
}

/** A friend at one node and a user with a push device at the other, in one hub. */
async function newRoom() {
  const [friend, user] = await newUsers(firstNode.url, secondNode.url)
  const hubNo = await makeHub(friend, user)
  const owner = await signInUser(secondNode.url, user.email, true)
  const browser = service.newBrowser()
  await owner.call(subscribePush, browser.subscription)
  await owner.call(choosePush, { ...FIRST_CHOICES, quiet: null })
  await owner.call(markAllNotificationsSeen, { upTo: now.toISOString() })
  return { friend, owner, hubNo, browser }
}

/** Waits until all due pushes are stored. */
async function waitUntilDue() {
  await Promise.all([firstNode, secondNode].map(({ app }) => app.context.backgroundTasks.onIdle()))
  advanceClock(PUSH_DELAY_MS)
}

test('of two nodes that process the queue concurrently only one sends, whichever received the event', async () => {
  const rooms = await Promise.all(Array.from({ length: 5 }, newRoom))
  for (const { friend, hubNo } of rooms) await shareNewNote(friend, hubNo)
  await waitUntilDue()
  await Promise.all([firstNode.app.sendPushes(), secondNode.app.sendPushes(), firstNode.app.sendPushes()])
  for (const { browser } of rooms) expect(service.messageCountOf(browser)).toBe(1)
})

test('a push job that a node took and did not finish is sent by another node', async () => {
  const { friend, hubNo, browser } = await newRoom()
  await shareNewNote(friend, hubNo)
  await waitUntilDue()
  expect(await firstNode.app.context.repositories.pushQueue.lease(now)).not.toBeNull()
  await secondNode.app.sendPushes()
  expect(service.messageCountOf(browser)).toBe(0)
  advanceClock(60_000)
  await secondNode.app.sendPushes()
  expect(service.receivedBy(browser)).toMatchObject([{ message: { body: '새 노트 1개' } }])
})

test('no push is sent for a hub that its user is viewing at the other node', async () => {
  const { friend, owner, hubNo, browser } = await newRoom()
  const [tab, watcher] = [await owner.openSocket(secondNode.url), await friend.openSocket(secondNode.url)]
  tab.socket.emit('presence:enter', { hubNo })
  await watcher.waitForEvent('presence:changed', ({ userNos }) => userNos.includes(owner.userNo))
  await shareNewNote(friend, hubNo)
  await waitUntilDue()
  await firstNode.app.sendPushes()
  expect(service.messageCountOf(browser)).toBe(0)
})
