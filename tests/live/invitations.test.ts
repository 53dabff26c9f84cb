import { beforeEach, expect, test } from 'vitest'
import { getHubInfo, getHubs } from '#protocol/hubs.ts'
import { getInvitations, joinByInvitation, removeMember } from '#protocol/invitations.ts'
import { INVITED_BY_LINK_MAX } from '#protocol/limits.ts'
import { createCatchUp } from '#tests/support/catchUp.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import { invite, joinByLink, makeHub, newUser, shareNewNote, type TestUser } from '#tests/support/users.ts'

/** Users join a hub by invitation link, and are removed again, at two nodes. */
const { firstNode, secondNode } = await openTwoNodes()
let maker: TestUser
let friend: TestUser
let newcomer: TestUser
let hubNo: number
let token: string

beforeEach(async () => {
  maker = await newUser(firstNode.url)
  friend = await newUser(secondNode.url)
  newcomer = await newUser(secondNode.url)
  hubNo = await makeHub(maker, friend)
  token = await invite(maker, hubNo)
})

const createUsersAtBothNodes = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, place) => newUser(place % 2 ? firstNode.url : secondNode.url)),
  )

const readMembers = async () =>
  (await maker.call(getHubInfo, { hubNo })).participants.map(({ userNo }) => userNo)

test('a user who joins is published to the hub at both nodes, and receives its events from then on', async () => {
  const tabs = [await maker.openSocket(), await friend.openSocket()]
  const own = [await newcomer.openSocket(firstNode.url), await newcomer.openSocket(secondNode.url)]
  await joinByLink(token, newcomer)
  for (const tab of tabs) {
    const published = await tab.waitForEvent('members:changed')
    expect(published.participants.map(({ userNo }) => userNo)).toEqual(
      [maker, friend, newcomer].map(({ userNo }) => userNo),
    )
    expect(published.news).toEqual({ kind: 'cameByLink', userNo: newcomer.userNo, userName: newcomer.name })
  }
  for (const tab of own)
    expect(await tab.waitForEvent('hub:added')).toMatchObject({ hub: { hubNo }, invitedBy: '' })
  const noteNo = await shareNewNote(maker, hubNo)
  for (const tab of own)
    expect(
      (await tab.waitForEvent('note:shared', ({ note }) => note.noteNo === noteNo)).unread,
    ).toMatchObject({ numUnreadArticles: 1 })
})

test('of many users who join for the last places at both nodes, exactly as many as there are places join', async () => {
  const { invitations } = firstNode.app.context.repositories
  const [link] = await invitations.findByHub(hubNo, new Date())
  const LEFT = 3
  for (let place = LEFT; place < INVITED_BY_LINK_MAX; place += 1)
    await invitations.reservePlace(link?.tokenHash ?? '', 1_000_000 + place, new Date())
  const crowd = await createUsersAtBothNodes(8)
  const replies = await Promise.all(crowd.map(user => user.call(joinByInvitation, { token })))
  expect(replies.filter(({ success }) => success)).toHaveLength(LEFT)
  for (const reply of replies) if (!reply.success) expect(reply.reason).toBe('full')
  expect(await readMembers()).toHaveLength(2 + LEFT)
  expect((await maker.call(getInvitations, { hubNo })).invitations).toMatchObject([
    { people: INVITED_BY_LINK_MAX },
  ])
})

test('concurrent joins each succeed once, whichever link they use', async () => {
  const other = await invite(friend, hubNo)
  const crowd = await createUsersAtBothNodes(8)
  await Promise.all(
    crowd.flatMap(user => [joinByLink(token, user), joinByLink(other, user), joinByLink(token, user)]),
  )
  expect((await readMembers()).toSorted((a, b) => a - b)).toEqual(
    [maker, friend, ...crowd].map(({ userNo }) => userNo).toSorted((a, b) => a - b),
  )
})

test('of two hubs whose links would give them the same members, exactly one gets them', async () => {
  const third = await newUser(firstNode.url)
  const otherNo = await makeHub(maker, third)
  const into = await invite(maker, otherNo)
  const replies = await Promise.all([
    third.call(joinByInvitation, { token }),
    friend.call(joinByInvitation, { token: into }),
  ])
  const [rejected, ...others] = replies.filter(({ success }) => !success)
  expect(others).toEqual([])
  const grownNo = replies[0]?.success ? hubNo : otherNo
  expect(rejected).toMatchObject({ reason: 'sameMembers', existingHubNo: grownNo })
})

test('a removed member and the hub are notified, and the removed member receives nothing more', async () => {
  const catchUp = await createCatchUp(friend, newcomer)
  await joinByLink(token, newcomer)
  const [makers, own] = [await maker.openSocket(), await newcomer.openSocket()]
  const replies = await Promise.all(
    [friend, maker].map(user => user.request(removeMember, { hubNo, userNo: newcomer.userNo })),
  )
  expect(replies.some(({ status }) => status === 200)).toBe(true)
  expect((await own.waitForEvent('hub:removed')).hubNo).toBe(hubNo)
  // The event of their join may arrive only now as well.
  const published = await makers.waitForEvent('members:changed', ({ news }) => news?.kind === 'expelled')
  expect(published.participants.map(({ userNo }) => userNo)).toEqual([maker.userNo, friend.userNo])
  expect(published.news).toEqual({ kind: 'expelled', userNo: newcomer.userNo, userName: newcomer.name })
  await shareNewNote(maker, hubNo, '남은 사람끼리')
  await catchUp(own)
  expect(JSON.stringify(own.received)).not.toContain('남은 사람끼리')
  expect((await newcomer.call(getHubs, {})).hubs.map(hub => hub.hubNo)).not.toContain(hubNo)
  const tellings = makers.received.filter(
    ({ name, payload }) => name === 'members:changed' && payload.news?.kind === 'expelled',
  )
  expect(tellings).toHaveLength(1)
})

test('the removal of a member is published before the withdrawal of their notes', async () => {
  await joinByLink(token, newcomer)
  const noteNo = await shareNewNote(newcomer, hubNo)
  const friends = await friend.openSocket()
  await maker.call(removeMember, { hubNo, userNo: newcomer.userNo })
  await friends.waitForEvent('note:withdrawn', withdrawn => withdrawn.noteNo === noteNo)
  const names = friends.received.map(({ name }) => name)
  expect(names.lastIndexOf('members:changed')).toBeLessThan(names.indexOf('note:withdrawn'))
  expect(names).toContain('members:changed')
})
