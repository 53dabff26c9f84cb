import { afterAll, beforeAll, expect, test } from 'vitest'
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
import { catchUpWith } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import type { Listener } from '#tests/support/listener.ts'
import {
  comment,
  makeContacts,
  makeHub,
  newPerson,
  type Person,
  shareNewNote,
  signedIn,
} from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

let nodes: Awaited<ReturnType<typeof startTwoNodes>>
beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

/** An author at one node and friends at both, in a room with a note of the author's; nothing is new to anybody. */
async function newThread(...names: string[]) {
  const author = await newPerson(nodes.here.url, '글쓴이')
  const friends = await Promise.all(
    names.map((name, at) => newPerson((at % 2 ? nodes.here : nodes.there).url, name)),
  )
  const hubNo = await makeHub(author, ...friends)
  for (const friend of friends)
    await friend.does(markNotificationSeen, { thing: notificationTargets.room(hubNo) })
  return { author, friends, place: { hubNo, noteNo: await shareNewNote(author, hubNo) } }
}

/** What a bell shows after all that its tab heard: the number of the highest revision. */
function bellOn({ received }: Listener): number | undefined {
  const told = received.flatMap(({ name, payload }) => (name === 'inbox:changed' ? [payload] : []))
  return told.toSorted((a, b) => a.revision - b.revision).at(-1)?.count
}
const settled = () =>
  Promise.all([nodes.here, nodes.there].map(({ app }) => app.context.backgroundTasks.settled()))
const countOf = async (person: Person) => (await person.does(countInbox, {})).count

test('a comment at one node rings at the other, on all devices, and looking at it lowers all of them', async () => {
  const { author, friends, place } = await newThread('친구')
  const elsewhere = await signedIn(nodes.there.url, author.email)
  const before = await countOf(author)
  const tabs = [await author.listens(), await elsewhere.listens()]
  const commentNo = await comment(friends[0] as Person, place)
  for (const tab of tabs) await tab.receives('inbox:changed', ({ count }) => count === before + 1)
  await elsewhere.does(markThreadNotificationsSeen, { ...place, commentNo })
  for (const tab of tabs) await tab.receives('inbox:changed', ({ count }) => count === before)
})

test('however much is said, deleted and seen at both nodes at once, each bell ends with what a reading tells', async () => {
  const { author, friends, place } = await newThread('하나', '둘', '셋', '넷')
  const people = [author, ...friends]
  const tabs = await Promise.all(people.map(person => person.listens()))
  await Promise.all(
    people.map(async (person, at) => {
      const next = people[(at + 1) % people.length] as Person
      for (let turn = 0; turn < 5; turn += 1) {
        const commentNo = await comment(person, place, turn % 2 ? `@${next.name} ${turn}` : `${turn}`)
        if (turn === 3) await person.does(deleteComment, { commentNo })
        if (turn % 2) await person.does(markThreadNotificationsSeen, { ...place, commentNo })
        await person.does(setReaction, { ...place, isOn: turn % 2 === 0 })
      }
    }),
  )
  await settled()
  for (const [at, tab] of tabs.entries()) {
    const person = people[at] as Person
    const { news: notifications, next } = await person.does(getInbox, {})
    expect(next).toBeNull()
    const count = notifications.filter(({ isNew }) => isNew).length
    expect(await countOf(person)).toBe(count)
    await expect.poll(() => bellOn(tab)).toBe(count)
  }
})

test('who is not concerned hears nothing, and who has left is told nothing of what is said in that moment', async () => {
  const { author, friends, place } = await newThread('나갈 이', '다른 이')
  const [leaver, other] = friends as [Person, Person]
  await comment(leaver, place)
  await settled()
  const catchUp = await catchUpWith(author, other)
  const outside = await other.listens()
  const otherTab = await signedIn(nodes.here.url, leaver.email)
  const raced = runBefore(nodes.here.app.context.stores.posting, 'save', () =>
    otherTab.does(disjoin, { targetHubNo: place.hubNo }),
  )
  const before = await countOf(leaver)
  await comment(author, place, `@${leaver.name} 어때요?`)
  await raced
  await settled()
  expect(await countOf(leaver)).toBe(before)
  const things = (await leaver.does(getInbox, {})).news.map(({ room }) => room?.hubNo)
  expect(things).not.toContain(place.hubNo)
  await catchUp(outside)
  expect(bellOn(outside)).toBeUndefined()
})

test('of a room that somebody is taken into again nothing is told from before', async () => {
  const { author, friends, place } = await newThread('돌아올 이', '남을 이')
  const [returner, rememberedDevice] = friends as [Person, Person]
  await comment(rememberedDevice, place, `@${returner.name} 봐요`)
  await returner.does(disjoin, { targetHubNo: place.hubNo })
  await makeContacts(author, returner)
  const { participants } = await author.does(getHubInfo, { hubNo: place.hubNo })
  await author.does(addMatching, {
    hubNo: place.hubNo,
    friendsJSON: JSON.stringify([returner.userNo]),
    expectedResult: JSON.stringify([...participants.map(({ userNo }) => userNo), returner.userNo]),
  })
  const { news: notifications } = await returner.does(getInbox, {})
  expect(notifications.flatMap(({ kind, room }) => (room?.hubNo === place.hubNo ? [kind] : []))).toEqual([
    'invited',
  ])
})
