import { expect, test } from 'vitest'
import { deleteComment } from '#protocol/comments.ts'
import { addMatching, disjoin, getHubInfo } from '#protocol/hubs.ts'
import {
  countInbox,
  getInbox,
  markNotificationSeen,
  markThreadNotificationsSeen,
  notificationTargets,
} from '#protocol/inbox.ts'
import { setReaction } from '#protocol/reactions.ts'
import { createCatchUp } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import {
  comment,
  makeContacts,
  makeHub,
  newUser,
  shareNewNote,
  signInUser,
  type TestUser,
} from '#tests/support/users.ts'

const { firstNode, secondNode } = await openTwoNodes()

/** An author at one node and friends at the other, in a hub with a note of the author; nobody has anything unread. */
async function newThread(...names: string[]) {
  const author = await newUser(firstNode.url, '글쓴이')
  const friends = await Promise.all(
    names.map((name, at) => newUser((at % 2 ? firstNode : secondNode).url, name)),
  )
  const hubNo = await makeHub(author, ...friends)
  for (const friend of friends)
    await friend.call(markNotificationSeen, { thing: notificationTargets.room(hubNo) })
  return { author, friends, place: { hubNo, noteNo: await shareNewNote(author, hubNo) } }
}

/** The number that a bell shows after all events of its tab: the one of the highest revision. */
function bellCountOf({ received }: TestSocket): number | undefined {
  const published = received.flatMap(({ name, payload }) => (name === 'inbox:changed' ? [payload] : []))
  return published.toSorted((a, b) => a.revision - b.revision).at(-1)?.count
}

const settled = () =>
  Promise.all([firstNode, secondNode].map(({ app }) => app.context.backgroundTasks.onIdle()))

const countOf = async (user: TestUser) => (await user.call(countInbox, {})).count

test('a comment at one node raises the count on all devices at the other, and viewing it lowers all of them', async () => {
  const { author, friends, place } = await newThread('친구')
  const otherSession = await signInUser(secondNode.url, author.email)
  const before = await countOf(author)
  const tabs = [await author.openSocket(), await otherSession.openSocket()]
  const commentNo = await comment(friends[0] as TestUser, place)
  for (const tab of tabs) await tab.waitForEvent('inbox:changed', ({ count }) => count === before + 1)
  await otherSession.call(markThreadNotificationsSeen, { ...place, commentNo })
  for (const tab of tabs) await tab.waitForEvent('inbox:changed', ({ count }) => count === before)
})

test('after concurrent comments, deletions and views at both nodes, each bell shows the count of a fresh request', async () => {
  const { author, friends, place } = await newThread('하나', '둘', '셋', '넷')
  const users = [author, ...friends]
  const tabs = await Promise.all(users.map(user => user.openSocket()))
  await Promise.all(
    users.map(async (user, at) => {
      const next = users[(at + 1) % users.length] as TestUser
      for (let turn = 0; turn < 5; turn += 1) {
        const commentNo = await comment(user, place, turn % 2 ? `@${next.name} ${turn}` : `${turn}`)
        if (turn === 3) await user.call(deleteComment, { commentNo })
        if (turn % 2) await user.call(markThreadNotificationsSeen, { ...place, commentNo })
        await user.call(setReaction, { ...place, isOn: turn % 2 === 0 })
      }
    }),
  )
  await settled()
  for (const [at, tab] of tabs.entries()) {
    const user = users[at] as TestUser
    const { news: notifications, next } = await user.call(getInbox, {})
    expect(next).toBeNull()
    const count = notifications.filter(({ isNew }) => isNew).length
    expect(await countOf(user)).toBe(count)
    await expect.poll(() => bellCountOf(tab)).toBe(count)
  }
})

test('users who are not recipients receive nothing, and a user who left gets no notification of concurrent comments', async () => {
  const { author, friends, place } = await newThread('나갈 이', '다른 이')
  const [member, other] = friends as [TestUser, TestUser]
  await comment(member, place)
  await settled()
  const catchUp = await createCatchUp(author, other)
  const outside = await other.openSocket()
  const otherTab = await signInUser(firstNode.url, member.email)
  const race = runBefore(firstNode.app.context.repositories.postComment, 'save', () =>
    otherTab.call(disjoin, { targetHubNo: place.hubNo }),
  )
  const before = await countOf(member)
  await comment(author, place, `@${member.name} 어때요?`)
  await race
  await settled()
  expect(await countOf(member)).toBe(before)
  const hubNosOfNotifications = (await member.call(getInbox, {})).news.map(({ room }) => room?.hubNo)
  expect(hubNosOfNotifications).not.toContain(place.hubNo)
  await catchUp(outside)
  expect(bellCountOf(outside)).toBeUndefined()
})

test('a user who is added to a hub again gets no notifications from before', async () => {
  const { author, friends, place } = await newThread('돌아올 이', '남을 이')
  const [returner, rememberedDevice] = friends as [TestUser, TestUser]
  await comment(rememberedDevice, place, `@${returner.name} 봐요`)
  await returner.call(disjoin, { targetHubNo: place.hubNo })
  await makeContacts(author, returner)
  const { participants } = await author.call(getHubInfo, { hubNo: place.hubNo })
  await author.call(addMatching, {
    hubNo: place.hubNo,
    friendsJSON: JSON.stringify([returner.userNo]),
    expectedResult: JSON.stringify([...participants.map(({ userNo }) => userNo), returner.userNo]),
  })
  const { news: notifications } = await returner.call(getInbox, {})
  expect(notifications.flatMap(({ kind, room }) => (room?.hubNo === place.hubNo ? [kind] : []))).toEqual([
    'invited',
  ])
})
