import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { blockPerson } from '#protocol/blocking.ts'
import { addMatching, createHub, disjoin, getHubs } from '#protocol/hubs.ts'
import {
  endInvitation,
  getInvitations,
  joinByInvitation,
  lookAtInvitation,
  makeInvitation,
} from '#protocol/invitations.ts'
import { HUB_MEMBERS_MAX, INVITATION_MS, INVITED_BY_LINK_MAX } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { getNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { getTopics } from '#protocol/topics.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { call } from '#tests/support/call.ts'
import { dumpDatabase } from '#tests/support/dumpDatabase.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { comeBy, invite } from '#tests/support/invitations.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import {
  find,
  makeHub,
  newPerson,
  PASSWORD,
  type Person,
  shareNewNote,
  signedIn,
} from '#tests/support/person.ts'

/** Links into a room: who makes them, who comes by them, and when they lead nowhere. */
let now = Date.now()
let node: TestNode
let mongoUrl: string
let maker: Person
let friend: Person
let newcomer: Person
let hubNo: number

beforeAll(async () => {
  mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl, clock: () => new Date(now) })
})
afterAll(() => node.stop())
beforeEach(async () => {
  now = Date.now()
  const people = await Promise.all(Array.from({ length: 3 }, () => newPerson(node.url)))
  ;[maker, friend, newcomer] = people as [Person, Person, Person]
  hubNo = await makeHub(maker, friend)
})

const stores = () => node.app.context.stores
const look = (token: string, person?: Person) => call(node.url, lookAtInvitation, { token }, person?.token)
const join = (token: string, person = newcomer) => person.does(joinByInvitation, { token })
const numbers = (...people: { userNo: number }[]) => JSON.stringify(people.map(({ userNo }) => userNo))
const backAgain = () => ({ hubNo, friendsJSON: numbers(maker), expectedResult: numbers(maker, friend) })
const membersOf = async (no = hubNo) => (await stores().hubs.byNo(no))?.members.map(({ userNo }) => userNo)
const ended = { success: false, reason: 'ended', message: ko['invitations.ended'] }
const full = { success: false, reason: 'full', message: ko['invitations.full'] }

/** Everybody is answered for as if it had never been. */
async function expectEnded(token: string, ...people: Person[]): Promise<void> {
  const nothing = { status: 200, body: ended }
  for (const person of people) {
    expect(await look(token, person)).toEqual(nothing)
    expect(await join(token, person)).toEqual(ended)
  }
}

test('who has the link sees who invites and how many, and nothing of the room', async () => {
  await shareNewNote(maker, hubNo, '은밀한 제목')
  const token = await invite(maker, hubNo)
  const open = {
    success: true,
    inviter: { userNo: maker.userNo, userName: maker.name, profPic: '' },
    memberCount: 2,
    expiresAt: new Date(now + INVITATION_MS).toISOString(),
    hubNo: null,
    isWithBlocked: false,
  }
  for (const person of [undefined, newcomer])
    expect(await look(token, person)).toEqual({ status: 200, body: open })
  expect((await look(token, friend)).body).toEqual({ ...open, hubNo })
  expect(await membersOf(), 'looking changes nothing').toEqual([maker.userNo, friend.userNo])
})

test('a token holds 128 random bits and is kept nowhere', async () => {
  const token = await invite(maker, hubNo)
  expect(token).toMatch(/^[\w-]{22}$/)
  const mongo = await connectMongo(mongoUrl)
  expect(JSON.stringify(await dumpDatabase(mongo))).not.toContain(token)
  await mongo.close()
})

test('who comes by a link is in the room, reads all its notes and has nothing unread', async () => {
  const noteNo = await shareNewNote(maker, hubNo)
  const token = await invite(maker, hubNo)
  expect(await join(token)).toEqual({ success: true, hubNo })
  expect((await newcomer.does(getHubs, {})).hubs).toMatchObject([{ hubNo, numUnreadArticles: 0 }])
  await newcomer.does(getNote, { noteNo })
  expect(await join(token), 'again').toEqual({ success: true, hubNo })
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo, newcomer.userNo])
  expect((await maker.does(getInvitations, { hubNo })).invitations).toMatchObject([{ people: 1 }])
})

test('each member has one link there, all see them, any ends any', async () => {
  const makers = await invite(maker, hubNo)
  expect(await maker.does(makeInvitation, { hubNo })).toEqual({
    success: false,
    message: ko['invitations.hasOne'],
  })
  now += 1
  const friends = await invite(friend, hubNo)
  const view = ({ userNo, name: userName }: Person, madeAt: number) => ({
    maker: { userNo, userName, profPic: '' },
    madeAt: new Date(madeAt).toISOString(),
    expiresAt: new Date(madeAt + INVITATION_MS).toISOString(),
    people: 0,
  })
  const { invitations } = await friend.does(getInvitations, { hubNo })
  expect(invitations).toEqual([view(maker, now - 1), view(friend, now)])
  for (const token of [makers, friends]) expect(JSON.stringify(invitations)).not.toContain(token)

  await friend.does(endInvitation, { hubNo, makerNo: maker.userNo })
  await friend.does(endInvitation, { hubNo, makerNo: maker.userNo })
  await expectEnded(makers, newcomer, friend)
  expect((await look(friends, newcomer)).body).toMatchObject({ success: true })
  expect(await invite(maker, hubNo), 'a new one').not.toBe(makers)
})

test('a link runs out after 7 days, is swept, and another one is made', async () => {
  const token = await invite(maker, hubNo)
  now += INVITATION_MS - 1
  expect((await look(token)).body).toMatchObject({ success: true })
  now += 1
  // So does every sign-in.
  const [late, makerAgain] = [await newPerson(node.url), await signedIn(node.url, maker.email)]
  await expectEnded(token, late)
  expect((await makerAgain.does(getInvitations, { hubNo })).invitations).toEqual([])
  expect((await look(await invite(makerAgain, hubNo))).body).toMatchObject({ success: true })
  await expectEnded(token, late)
  now += INVITATION_MS
  await node.app.cleanUp()
  expect(await stores().invitations.ofHub(hubNo, new Date(0))).toEqual([])
})

test('what is no token leads nowhere', async () => {
  await expectEnded('', newcomer)
  await expectEnded('x'.repeat(22), newcomer)
})

test('a link ends with its maker’s membership, also when they come back', async () => {
  const token = await invite(maker, hubNo)
  await maker.does(disjoin, { targetHubNo: hubNo })
  await expectEnded(token, newcomer)
  now += 1
  await find(friend, maker)
  await friend.does(addMatching, backAgain())
  expect(await membersOf()).toEqual([friend.userNo, maker.userNo])
  await expectEnded(token, newcomer)
  expect((await friend.does(getInvitations, { hubNo })).invitations).toEqual([])
  expect((await look(await invite(maker, hubNo))).body).toMatchObject({ success: true })
})

test('a link that was made while its maker left leads nowhere, and keeps nobody from another one', async () => {
  const raced = runBefore(stores().invitations, 'make', () => maker.does(disjoin, { targetHubNo: hubNo }))
  const token = await invite(maker, hubNo)
  await raced
  await expectEnded(token, newcomer)
  expect((await friend.does(getInvitations, { hubNo })).invitations).toEqual([])
  now += 1
  await find(friend, maker)
  await friend.does(addMatching, backAgain())
  expect((await look(await invite(maker, hubNo))).body).toMatchObject({ success: true })
})

test('a link ends with its maker’s account; of who came by it nothing is left with theirs', async () => {
  const token = await invite(maker, hubNo)
  const others = await invite(friend, hubNo)
  await comeBy(others, newcomer)
  await newcomer.does(deleteAccount, { password: PASSWORD })
  expect((await stores().invitations.ofHub(hubNo, new Date(now))).map(each => each.invitedNos ?? [])).toEqual(
    [[], []],
  )
  await maker.does(deleteAccount, { password: PASSWORD })
  await expectEnded(token, friend)
  expect(await stores().invitations.ofMaker(maker.userNo, new Date(0))).toEqual([])
})

test('whom a member has blocked sees it as everybody does, signed in or not, and does not come in', async () => {
  await makeHub(newcomer, maker, friend)
  const token = await invite(maker, hubNo)
  await find(friend, newcomer)
  await friend.does(blockPerson, { userNo: newcomer.userNo })
  expect((await look(token, newcomer)).body).toEqual((await look(token)).body)
  expect(await join(token)).toEqual(ended)
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
  expect((await maker.does(getInvitations, { hubNo })).invitations).toMatchObject([{ people: 0 }])
})

test('who has blocked a member is told before, and may come', async () => {
  const token = await invite(maker, hubNo)
  await find(newcomer, friend)
  await newcomer.does(blockPerson, { userNo: friend.userNo })
  expect((await look(token, newcomer)).body).toMatchObject({ success: true, isWithBlocked: true })
  expect((await look(token, await newPerson(node.url))).body).toMatchObject({ isWithBlocked: false })
  expect(await join(token)).toEqual({ success: true, hubNo })
})

test('coming by a link undoes one’s own earlier refusal', async () => {
  await comeBy(await invite(maker, hubNo), newcomer)
  await newcomer.does(disjoin, { targetHubNo: hubNo, declineInvitations: true })
  const growth = {
    hubNo,
    friendsJSON: numbers(newcomer),
    expectedResult: numbers(maker, friend, newcomer),
  }
  await find(maker, newcomer)
  expect(await maker.does(addMatching, growth)).toMatchObject({ success: false })
  const token = await invite(friend, hubNo)
  expect(await join(token)).toEqual({ success: true, hubNo })
  await newcomer.does(disjoin, { targetHubNo: hubNo })
  expect(await maker.does(addMatching, growth)).toMatchObject({ success: true })
})

test('where joining would make the members of another room it is refused, and leads there', async () => {
  const existingHubNo = await makeHub(newcomer, maker, friend)
  const token = await invite(maker, hubNo)
  expect(await join(token)).toEqual({
    success: false,
    reason: 'sameMembers',
    message: ko['hubs.sameMembers'],
    existingHubNo,
  })
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
  expect((await maker.does(getInvitations, { hubNo })).invitations).toMatchObject([{ people: 0 }])
})

test('a room that comes to have the same members just then is the one that is led to', async () => {
  const token = await invite(maker, hubNo)
  await find(newcomer, maker, friend)
  const raced = runBefore(stores().hubs, 'growByLink', () =>
    newcomer.does(createHub, { candidatesJSON: numbers(newcomer, maker, friend) }),
  )
  const reply = await join(token)
  await raced
  const existingHubNo = (await newcomer.does(getHubs, {})).hubs[0]?.hubNo
  expect(reply).toMatchObject({ success: false, reason: 'sameMembers', existingHubNo })
})

test('who comes while others come and go comes in any case', async () => {
  const token = await invite(maker, hubNo)
  const other = await newPerson(node.url)
  await find(friend, other)
  const raced = runBefore(stores().hubs, 'growByLink', () =>
    friend.does(addMatching, {
      hubNo,
      friendsJSON: numbers(other),
      expectedResult: numbers(maker, friend, other),
    }),
  )
  expect(await join(token)).toEqual({ success: true, hubNo })
  await raced
  expect(await membersOf()).toEqual([maker, friend, other, newcomer].map(({ userNo }) => userNo))
})

test.each<[string, () => Promise<unknown>]>([
  ['its maker leaves', () => maker.does(disjoin, { targetHubNo: hubNo })],
  [
    'its maker leaves and is taken in again',
    async () => {
      await maker.does(disjoin, { targetHubNo: hubNo })
      await find(friend, maker)
      now += 1
      await friend.does(addMatching, backAgain())
    },
  ],
])('who comes just as %s does not come', async (_, happening) => {
  const token = await invite(maker, hubNo)
  const raced = runBefore(stores().hubs, 'growByLink', happening)
  expect(await join(token)).toEqual(ended)
  await raced
  expect(await membersOf()).not.toContain(newcomer.userNo)
})

test('whose account has gone does not come, though a node trusts their session for a while yet', async () => {
  const other = await startNode({ mongoUrl, clock: () => new Date(now) })
  const token = await invite(maker, hubNo)
  const ask = () => call(other.url, joinByInvitation, { token }, newcomer.token)
  // So that the node knows the session.
  expect(await call(other.url, getTopics, {}, newcomer.token)).toMatchObject({ status: 200 })
  await newcomer.does(deleteAccount, { password: PASSWORD })
  expect(await ask()).toMatchObject({ status: 401 })
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
  await other.stop()
})

test('a place is taken before the room grows, so a link that is ended just then leads nobody in', async () => {
  const token = await invite(maker, hubNo)
  const raced = runBefore(stores().invitations, 'takePlace', () =>
    friend.does(endInvitation, { hubNo, makerNo: maker.userNo }),
  )
  expect(await join(token)).toEqual(ended)
  await raced
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
})

test('a room with all it can have takes nobody by a link, and no link is made there', async () => {
  const token = await invite(maker, hubNo)
  const hub = await stores().hubs.byNo(hubNo)
  const crowd = Array.from({ length: HUB_MEMBERS_MAX - 2 }, (_, place) => 1_000_000 + place)
  await stores().hubs.grow(hubNo, hub?.memberKey ?? '', crowd, new Date(now))
  expect((await look(token)).body).toEqual(full)
  expect(await join(token)).toEqual(full)
  expect(await friend.does(makeInvitation, { hubNo })).toEqual({
    success: false,
    message: ko['invitations.roomFull'],
  })
})

test('50 people come by a link and no more; who came once may come again', async () => {
  const token = await invite(maker, hubNo)
  const [invitation] = await stores().invitations.ofHub(hubNo, new Date(now))
  for (let place = 1; place < INVITED_BY_LINK_MAX; place += 1)
    await stores().invitations.takePlace(invitation?.tokenHash ?? '', 2_000_000 + place, new Date(now))
  expect(await join(token)).toEqual({ success: true, hubNo })
  const late = await newPerson(node.url)
  expect((await look(token, late)).body).toEqual(full)
  expect(await join(token, late)).toEqual(full)
  await newcomer.does(disjoin, { targetHubNo: hubNo })
  expect(await join(token)).toEqual({ success: true, hubNo })
  expect((await maker.does(getInvitations, { hubNo })).invitations).toMatchObject([
    { people: INVITED_BY_LINK_MAX },
  ])
})

test('the last place goes to one of two who come for it in the same moment', async () => {
  const token = await invite(maker, hubNo)
  const [invitation] = await stores().invitations.ofHub(hubNo, new Date(now))
  const take = (userNo: number) =>
    stores().invitations.takePlace(invitation?.tokenHash ?? '', userNo, new Date(now))
  for (let place = 1; place < INVITED_BY_LINK_MAX; place += 1) await take(3_000_000 + place)
  const raced = runBefore(stores().invitations, 'takePlace', () => take(3_000_000))
  expect(await join(token)).toEqual(full)
  await raced
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
})
