import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getHubInfo, getHubs } from '#protocol/hubs.ts'
import { getInvitations, joinByInvitation, removeMember } from '#protocol/invitations.ts'
import { INVITED_BY_LINK_MAX } from '#protocol/limits.ts'
import { catchUpWith } from '#tests/support/catchUp.ts'
import { comeBy, invite } from '#tests/support/invitations.ts'
import { makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** People come into a room by a link, and are taken out again, at two nodes. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let maker: Person
let friend: Person
let newcomer: Person
let hubNo: number
let token: string

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  maker = await newPerson(nodes.here.url)
  friend = await newPerson(nodes.there.url)
  newcomer = await newPerson(nodes.there.url)
  hubNo = await makeHub(maker, friend)
  token = await invite(maker, hubNo)
})

const peopleAtBoth = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, place) => newPerson(place % 2 ? nodes.here.url : nodes.there.url)),
  )
const membersNow = async () =>
  (await maker.does(getHubInfo, { hubNo })).participants.map(({ userNo }) => userNo)

test('who comes is told to the room, at both nodes, and hears what happens there from then on', async () => {
  const tabs = [await maker.listens(), await friend.listens()]
  const own = [await newcomer.listens(nodes.here.url), await newcomer.listens(nodes.there.url)]
  await comeBy(token, newcomer)
  for (const tab of tabs) {
    const told = await tab.receives('members:changed')
    expect(told.participants.map(({ userNo }) => userNo)).toEqual(
      [maker, friend, newcomer].map(({ userNo }) => userNo),
    )
    expect(told.news).toEqual({ kind: 'cameByLink', userNo: newcomer.userNo, userName: newcomer.name })
  }
  for (const tab of own)
    expect(await tab.receives('hub:added')).toMatchObject({ hub: { hubNo }, invitedBy: '' })
  const noteNo = await shareNewNote(maker, hubNo)
  for (const tab of own)
    expect((await tab.receives('note:shared', ({ note }) => note.noteNo === noteNo)).unread).toMatchObject({
      numUnreadArticles: 1,
    })
  for (const tab of [...tabs, ...own]) tab.close()
})

test('of many who come for the last places at both nodes exactly as many come', async () => {
  const { invitations } = nodes.here.app.context.stores
  const [link] = await invitations.ofHub(hubNo, new Date())
  const LEFT = 3
  for (let place = LEFT; place < INVITED_BY_LINK_MAX; place += 1)
    await invitations.takePlace(link?.tokenHash ?? '', 1_000_000 + place, new Date())
  const crowd = await peopleAtBoth(8)
  const replies = await Promise.all(crowd.map(person => person.does(joinByInvitation, { token })))
  expect(replies.filter(({ success }) => success)).toHaveLength(LEFT)
  for (const reply of replies) if (!reply.success) expect(reply.reason).toBe('full')
  expect(await membersNow()).toHaveLength(2 + LEFT)
  expect((await maker.does(getInvitations, { hubNo })).invitations).toMatchObject([
    { people: INVITED_BY_LINK_MAX },
  ])
})

test('all who come at once come, each once, whichever link they have', async () => {
  const other = await invite(friend, hubNo)
  const crowd = await peopleAtBoth(8)
  await Promise.all(
    crowd.flatMap(person => [comeBy(token, person), comeBy(other, person), comeBy(token, person)]),
  )
  expect((await membersNow()).toSorted((a, b) => a - b)).toEqual(
    [maker, friend, ...crowd].map(({ userNo }) => userNo).toSorted((a, b) => a - b),
  )
})

test('of two rooms that links would give the same people exactly one gets them', async () => {
  const third = await newPerson(nodes.here.url)
  const otherNo = await makeHub(maker, third)
  const into = await invite(maker, otherNo)
  const replies = await Promise.all([
    third.does(joinByInvitation, { token }),
    friend.does(joinByInvitation, { token: into }),
  ])
  const [rejected, ...others] = replies.filter(({ success }) => !success)
  expect(others).toEqual([])
  const grownNo = replies[0]?.success ? hubNo : otherNo
  expect(rejected).toMatchObject({ reason: 'sameMembers', existingHubNo: grownNo })
})

test('who is taken out is told, the room too, and they hear nothing more', async () => {
  const catchUp = await catchUpWith(friend, newcomer)
  await comeBy(token, newcomer)
  const [makers, own] = [await maker.listens(), await newcomer.listens()]
  const replies = await Promise.all(
    [friend, maker].map(person => person.asks(removeMember, { hubNo, userNo: newcomer.userNo })),
  )
  expect(replies.some(({ status }) => status === 200)).toBe(true)
  expect((await own.receives('hub:removed')).hubNo).toBe(hubNo)
  // That they came may be told only now, too.
  const told = await makers.receives('members:changed', ({ news }) => news?.kind === 'expelled')
  expect(told.participants.map(({ userNo }) => userNo)).toEqual([maker.userNo, friend.userNo])
  expect(told.news).toEqual({ kind: 'expelled', userNo: newcomer.userNo, userName: newcomer.name })
  await shareNewNote(maker, hubNo, '남은 사람끼리')
  await catchUp(own)
  expect(JSON.stringify(own.received)).not.toContain('남은 사람끼리')
  expect((await newcomer.does(getHubs, {})).hubs.map(hub => hub.hubNo)).not.toContain(hubNo)
  const tellings = makers.received.filter(
    ({ name, payload }) => name === 'members:changed' && payload.news?.kind === 'expelled',
  )
  expect(tellings).toHaveLength(1)
  for (const tab of [makers, own]) tab.close()
})

test('that somebody was taken out is told before their notes go', async () => {
  await comeBy(token, newcomer)
  const noteNo = await shareNewNote(newcomer, hubNo)
  const friends = await friend.listens()
  await maker.does(removeMember, { hubNo, userNo: newcomer.userNo })
  await friends.receives('note:withdrawn', withdrawn => withdrawn.noteNo === noteNo)
  const names = friends.received.map(({ name }) => name)
  expect(names.lastIndexOf('members:changed')).toBeLessThan(names.indexOf('note:withdrawn'))
  expect(names).toContain('members:changed')
  friends.close()
})
