import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMatching, createHub, disjoin } from '#protocol/hubs.ts'
import { catchUpWith } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { find, makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** Somebody leaves a hub before those who added them have finished. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let author: Person

beforeAll(async () => {
  nodes = await startTwoNodes()
  author = await newPerson(nodes.here.url)
})
afterAll(() => nodes.stop())

const numbers = (...people: Person[]) => JSON.stringify(people.map(person => person.userNo))

test('who leaves at once after being added is not in the hub’s room', async () => {
  const [friend, added] = [await newPerson(nodes.here.url), await newPerson(nodes.there.url)]
  const catchUp = await catchUpWith(author, added)
  const hubNo = await makeHub(author, friend)
  await find(author, added)
  const tab = await added.listens()
  const raced = runBefore(nodes.here.app.context.live, 'syncRooms', () =>
    added.does(disjoin, { targetHubNo: hubNo }),
  )
  await author.does(addMatching, {
    hubNo,
    friendsJSON: numbers(added),
    expectedResult: numbers(author, friend, added),
  })
  await raced
  await shareNewNote(author, hubNo, '나눈 노트')
  await catchUp(tab)
  expect(JSON.stringify(tab.received)).not.toContain('나눈 노트')
  tab.close()
})

test('who leaves at once after a hub was made with them is not in its room', async () => {
  const [friend, added] = [await newPerson(nodes.here.url), await newPerson(nodes.there.url)]
  const catchUp = await catchUpWith(author, added)
  await find(author, friend, added)
  const tab = await added.listens()
  const raced = runBefore(nodes.here.app.context.live, 'syncRooms', async () => {
    const [hubNo = 0] = (await nodes.there.app.context.stores.hubs.numbersOf(added.userNo)).toSorted(
      (a, b) => b - a,
    )
    await added.does(disjoin, { targetHubNo: hubNo })
  })
  const reply = await author.does(createHub, { candidatesJSON: numbers(author, friend, added) })
  await raced
  await shareNewNote(author, reply.success ? reply.hubNo : 0, '나눈 노트')
  await catchUp(tab)
  expect(JSON.stringify(tab.received)).not.toContain('나눈 노트')
  tab.close()
})
