import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMatching, disjoin } from '#protocol/hubs.ts'
import { catchUpWith, titlesOn } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import type { Listener } from '#tests/support/listener.ts'
import { find, makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** A socket connects while its user leaves a hub, or is added to one, at the other node. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let author: Person
let friend: Person
let person: Person
let catchUp: (...tabs: Listener[]) => Promise<void>

beforeAll(async () => {
  nodes = await startTwoNodes()
  author = await newPerson(nodes.here.url)
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  friend = await newPerson(nodes.here.url)
  person = await newPerson(nodes.here.url)
  catchUp = await catchUpWith(author, person)
})

/** Something happens while the hubs of a connecting socket are being read: the second time its session is asked for. */
function whileSyncingRooms(happening: () => Promise<unknown>): Promise<void> {
  const { gate } = nodes.there.app.context
  return new Promise((resolve, reject) => {
    runBefore(gate, 'find', async () => {
      runBefore(gate, 'find', happening).then(resolve, reject)
    }).catch(reject)
  })
}

test('who leaves while their socket connects is not in the hub’s room', async () => {
  const hubNo = await makeHub(author, friend, person)
  const raced = whileSyncingRooms(() => person.does(disjoin, { targetHubNo: hubNo }))
  const tab = await person.listens(nodes.there.url)
  await raced
  await shareNewNote(author, hubNo, '나눈 노트')
  await catchUp(tab)
  expect(JSON.stringify(tab.received)).not.toContain('나눈 노트')
  tab.close()
})

test('who is added while their socket connects is in the hub’s room', async () => {
  const hubNo = await makeHub(author, friend)
  await find(author, person)
  const expected = [author, friend, person].map(({ userNo }) => userNo)
  const raced = whileSyncingRooms(() =>
    author.does(addMatching, {
      hubNo,
      friendsJSON: JSON.stringify([person.userNo]),
      expectedResult: JSON.stringify(expected),
    }),
  )
  const tab = await person.listens(nodes.there.url)
  await raced
  await shareNewNote(author, hubNo, '나눈 노트')
  await catchUp(tab)
  expect(titlesOn(tab, hubNo)).toEqual(['나눈 노트'])
  // They may have missed being told of the hub itself, so they are asked to fetch anew.
  expect(tab.received).toContainEqual({ name: 'sync:needed', payload: {} })
  tab.close()
})

test('of many sockets that connect while their user leaves none stays in the room', async () => {
  const hubNo = await makeHub(author, friend, person)
  const connecting = Array.from({ length: 6 }, (_, index) =>
    person.listens(index % 2 ? nodes.here.url : nodes.there.url),
  )
  await person.does(disjoin, { targetHubNo: hubNo })
  const tabs = await Promise.all(connecting)
  await shareNewNote(author, hubNo, '나눈 노트')
  await catchUp(...tabs)
  for (const tab of tabs) {
    expect(JSON.stringify(tab.received)).not.toContain('나눈 노트')
    tab.close()
  }
})
