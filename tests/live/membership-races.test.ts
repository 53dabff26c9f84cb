import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addMatching, createHub, disjoin } from '#protocol/hubs.ts'
import { createCatchUp, noteTitlesOn } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { lookUp, makeHub, newUser, shareNewNote, type TestUser } from '#tests/support/users.ts'

/** A socket connects while its user leaves a hub, or is added to one, at the other node. */
describe('a socket connects while its user leaves or is added', () => {
  let nodes: Awaited<ReturnType<typeof startTwoNodes>>
  let author: TestUser
  let friend: TestUser
  let user: TestUser
  let catchUp: (...tabs: TestSocket[]) => Promise<void>

  beforeAll(async () => {
    nodes = await startTwoNodes()
    author = await newUser(nodes.firstNode.url)
  })
  afterAll(() => nodes.stop())
  beforeEach(async () => {
    friend = await newUser(nodes.firstNode.url)
    user = await newUser(nodes.firstNode.url)
    catchUp = await createCatchUp(author, user)
  })

  /**
   * Runs `action` while the server reads the hubs of a connecting socket: before the second lookup of its session.
   */
  function whileSyncingRooms(action: () => Promise<unknown>): Promise<void> {
    const { gate } = nodes.secondNode.app.context
    return new Promise((resolve, reject) => {
      runBefore(gate, 'find', async () => {
        runBefore(gate, 'find', action).then(resolve, reject)
      }).catch(reject)
    })
  }

  test('a user who leaves while their socket connects is not in the hub’s Socket.IO room', async () => {
    const hubNo = await makeHub(author, friend, user)
    const race = whileSyncingRooms(() => user.call(disjoin, { targetHubNo: hubNo }))
    const tab = await user.openSocket(nodes.secondNode.url)
    await race
    await shareNewNote(author, hubNo, '나눈 노트')
    await catchUp(tab)
    expect(JSON.stringify(tab.received)).not.toContain('나눈 노트')
    tab.close()
  })

  test('a user who is added while their socket connects is in the hub’s Socket.IO room', async () => {
    const hubNo = await makeHub(author, friend)
    await lookUp(author, user)
    const expected = [author, friend, user].map(({ userNo }) => userNo)
    const race = whileSyncingRooms(() =>
      author.call(addMatching, {
        hubNo,
        friendsJSON: JSON.stringify([user.userNo]),
        expectedResult: JSON.stringify(expected),
      }),
    )
    const tab = await user.openSocket(nodes.secondNode.url)
    await race
    await shareNewNote(author, hubNo, '나눈 노트')
    await catchUp(tab)
    expect(noteTitlesOn(tab, hubNo)).toEqual(['나눈 노트'])
    // The socket may have missed the event of the new hub, so the server asks it to resync.
    expect(tab.received).toContainEqual({ name: 'sync:needed', payload: {} })
    tab.close()
  })

  test('of many sockets that connect while their user leaves, none remains in the room', async () => {
    const hubNo = await makeHub(author, friend, user)
    const connecting = Array.from({ length: 6 }, (_, index) =>
      user.openSocket(index % 2 ? nodes.firstNode.url : nodes.secondNode.url),
    )
    await user.call(disjoin, { targetHubNo: hubNo })
    const tabs = await Promise.all(connecting)
    await shareNewNote(author, hubNo, '나눈 노트')
    await catchUp(...tabs)
    for (const tab of tabs) {
      expect(JSON.stringify(tab.received)).not.toContain('나눈 노트')
      tab.close()
    }
  })
})

/** A user leaves a hub before the request that added them has finished. */
describe('a user leaves while being added', () => {
  let nodes: Awaited<ReturnType<typeof startTwoNodes>>
  let author: TestUser

  beforeAll(async () => {
    nodes = await startTwoNodes()
    author = await newUser(nodes.firstNode.url)
  })
  afterAll(() => nodes.stop())

  const numbers = (...users: TestUser[]) => JSON.stringify(users.map(user => user.userNo))

  test('a user who leaves immediately after being added is not in the hub’s Socket.IO room', async () => {
    const [friend, added] = [await newUser(nodes.firstNode.url), await newUser(nodes.secondNode.url)]
    const catchUp = await createCatchUp(author, added)
    const hubNo = await makeHub(author, friend)
    await lookUp(author, added)
    const tab = await added.openSocket()
    const race = runBefore(nodes.firstNode.app.context.live, 'syncRooms', () =>
      added.call(disjoin, { targetHubNo: hubNo }),
    )
    await author.call(addMatching, {
      hubNo,
      friendsJSON: numbers(added),
      expectedResult: numbers(author, friend, added),
    })
    await race
    await shareNewNote(author, hubNo, '나눈 노트')
    await catchUp(tab)
    expect(JSON.stringify(tab.received)).not.toContain('나눈 노트')
    tab.close()
  })

  test('a user who leaves immediately after the creation of a hub is not in its Socket.IO room', async () => {
    const [friend, added] = [await newUser(nodes.firstNode.url), await newUser(nodes.secondNode.url)]
    const catchUp = await createCatchUp(author, added)
    await lookUp(author, friend, added)
    const tab = await added.openSocket()
    const race = runBefore(nodes.firstNode.app.context.live, 'syncRooms', async () => {
      const [hubNo = 0] = (
        await nodes.secondNode.app.context.repositories.hubs.findNosByMember(added.userNo)
      ).toSorted((a, b) => b - a)
      await added.call(disjoin, { targetHubNo: hubNo })
    })
    const reply = await author.call(createHub, { candidatesJSON: numbers(author, friend, added) })
    await race
    await shareNewNote(author, reply.success ? reply.hubNo : 0, '나눈 노트')
    await catchUp(tab)
    expect(JSON.stringify(tab.received)).not.toContain('나눈 노트')
    tab.close()
  })
})
