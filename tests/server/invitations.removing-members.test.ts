import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMatching, disjoin, getHubInfo } from '#protocol/hubs.ts'
import { joinByInvitation, lookAtInvitation, removeMember } from '#protocol/invitations.ts'
import { MEMBER_REMOVAL_MS } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { getNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { call } from '#tests/support/call.ts'
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

/** Who came by a link is taken out: by whom, until when, and that no link leads them in again. */
let now = Date.now()
let node: TestNode
let maker: Person
let friend: Person
let newcomer: Person
let hubNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now) })
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
const membersOf = async (no = hubNo) => (await stores().hubs.byNo(no))?.members.map(({ userNo }) => userNo)
const ended = { success: false, reason: 'ended', message: ko['invitations.ended'] }

async function expectEnded(token: string, person: Person): Promise<void> {
  expect(await look(token, person)).toEqual({ status: 200, body: ended })
  expect(await join(token, person)).toEqual(ended)
}

test('any member takes out who came by a link, and no link of the room leads them in again', async () => {
  const token = await invite(maker, hubNo)
  await comeBy(token, newcomer)
  const noteNo = await shareNewNote(newcomer, hubNo)
  const { participants } = await friend.does(getHubInfo, { hubNo })
  expect(participants.map(({ removableUntil }) => removableUntil)).toEqual([
    undefined,
    undefined,
    new Date(now + MEMBER_REMOVAL_MS).toISOString(),
  ])
  expect(await friend.does(removeMember, { hubNo, userNo: newcomer.userNo })).toEqual({ success: true })
  expect((await maker.asks(getNote, { noteNo })).status, 'their share ended').toBe(404)
  await expectEnded(token, newcomer)
  await expectEnded(await invite(friend, hubNo), newcomer)
  expect((await friend.asks(removeMember, { hubNo, userNo: newcomer.userNo })).status, 'again').toBe(404)
  // A friend who takes them in answers for it.
  await find(maker, newcomer)
  const growth = { hubNo, friendsJSON: numbers(newcomer), expectedResult: numbers(maker, friend, newcomer) }
  expect(await maker.does(addMatching, growth)).toMatchObject({ success: true })
  const notLately = { success: false, message: ko['invitations.notLately'] }
  expect(await friend.does(removeMember, { hubNo, userNo: newcomer.userNo })).toEqual(notLately)
})

test('who was added, who came more than 7 days ago, and oneself are not taken out', async () => {
  const notLately = { success: false, message: ko['invitations.notLately'] }
  expect(await maker.does(removeMember, { hubNo, userNo: friend.userNo })).toEqual(notLately)
  expect(await friend.does(removeMember, { hubNo, userNo: maker.userNo })).toEqual(notLately)
  await comeBy(await invite(maker, hubNo), newcomer)
  expect(await newcomer.asks(removeMember, { hubNo, userNo: newcomer.userNo })).toMatchObject({
    status: 400,
    body: { field: 'userNo' },
  })
  const stranger = await newPerson(node.url)
  expect((await maker.asks(removeMember, { hubNo, userNo: stranger.userNo })).status).toBe(404)
  now += MEMBER_REMOVAL_MS
  const makerAgain = await signedIn(node.url, maker.email)
  expect(await makerAgain.does(removeMember, { hubNo, userNo: newcomer.userNo })).toEqual(notLately)
  expect(await membersOf()).toContain(newcomer.userNo)
})

test('who is expelled just as they come by another link stays out', async () => {
  const token = await invite(maker, hubNo)
  await comeBy(token, newcomer)
  await newcomer.does(disjoin, { targetHubNo: hubNo })
  const others = await invite(friend, hubNo)
  const raced = runBefore(stores().hubs, 'growByLink', async () => {
    await comeBy(others, newcomer)
    await friend.does(removeMember, { hubNo, userNo: newcomer.userNo })
  })
  expect(await join(token)).toEqual(ended)
  await raced
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
})

test('who has just come takes out nobody who was there before, however they came', async () => {
  const token = await invite(maker, hubNo)
  const later = await newPerson(node.url)
  await comeBy(token, newcomer)
  await comeBy(token, later)
  const notBefore = { success: false, message: ko['invitations.notBefore'] }
  expect(await later.does(removeMember, { hubNo, userNo: newcomer.userNo })).toEqual(notBefore)
  expect(await membersOf()).toHaveLength(4)
  expect(await newcomer.does(removeMember, { hubNo, userNo: later.userNo })).toEqual({ success: true })
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo, newcomer.userNo])
})

test.each<[string, () => Promise<unknown>]>([
  ['leaves', () => newcomer.does(disjoin, { targetHubNo: hubNo })],
  [
    'leaves and comes again',
    async () => {
      await newcomer.does(disjoin, { targetHubNo: hubNo })
      now += 1
      await comeBy(await invite(friend, hubNo), newcomer)
    },
  ],
])('who %s just as they are expelled stays out', async (_, happening) => {
  const token = await invite(maker, hubNo)
  await comeBy(token, newcomer)
  const raced = runBefore(stores().hubs, 'shrink', happening)
  expect(await maker.does(removeMember, { hubNo, userNo: newcomer.userNo })).toEqual({ success: true })
  await raced
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
  await expectEnded(token, newcomer)
})

test('whose expulsion comes a moment after they left stays out; who never came is not found', async () => {
  const token = await invite(maker, hubNo)
  const [other, stranger] = [await newPerson(node.url), await newPerson(node.url)]
  await comeBy(token, newcomer)
  await comeBy(token, other)
  await newcomer.does(disjoin, { targetHubNo: hubNo })
  const asked = { hubNo, userNo: newcomer.userNo }
  for (const person of [other, stranger]) expect((await person.asks(removeMember, asked)).status).toBe(404)
  expect((await look(token, newcomer)).body).toMatchObject({ success: true })
  expect(await friend.does(removeMember, asked)).toEqual({ success: true })
  await expectEnded(token, newcomer)
  for (const { userNo } of [newcomer, stranger])
    expect((await friend.asks(removeMember, { hubNo, userNo })).status).toBe(404)
})

test('what was closed goes with the account', async () => {
  await comeBy(await invite(maker, hubNo), newcomer)
  await maker.does(removeMember, { hubNo, userNo: newcomer.userNo })
  expect((await stores().hubs.byNo(hubNo))?.expelledNos).toEqual([newcomer.userNo])
  await newcomer.does(deleteAccount, { password: PASSWORD })
  expect((await stores().hubs.byNo(hubNo))?.expelledNos).toEqual([])
})
