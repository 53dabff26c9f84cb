import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { register, signIn } from '#protocol/accounts.ts'
import { answerSuggestion, getSuggestions } from '#protocol/agora.ts'
import { getSharedNotes, pinInRoom } from '#protocol/discussion.ts'
import { createHub, disjoin, getHubInfo, getHubs, getUnread } from '#protocol/hubs.ts'
import { deleteAccount, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { getNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { stepsOf } from '#server/unfinished.ts'
import { call } from '#tests/support/call.ts'
import { picture, upload } from '#tests/support/images.ts'
import { rejectedBy } from '#tests/support/listener.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import {
  find,
  makeHub,
  newPerson,
  PASSWORD,
  type Person,
  shareNewNote,
  signedIn,
  suggest,
} from '#tests/support/person.ts'

let node: TestNode
let otherNode: TestNode
let mongoUrl: string

beforeAll(async () => {
  mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl, redisUrl: inject('redisUrl') })
  otherNode = await startNode({ mongoUrl, redisUrl: inject('redisUrl') })
})
afterAll(async () => {
  await Promise.all([node.stop(), otherNode.stop()])
})

const OPINION = '탈퇴해도 남을지 사라질지 정하는 의견'

/** Somebody with one of everything, and a friend at the other node who sees it. */
async function somebodyKnown() {
  const leaver = await newPerson(node.url, '떠나는 사람')
  const friend = await newPerson(otherNode.url, '남는 사람')
  const hubNo = await makeHub(leaver, friend)
  const declinedHubNo = await makeHub(leaver, friend, await newPerson(node.url))
  await leaver.does(disjoin, { targetHubNo: declinedHubNo, declineInvitations: true })
  const noteNo = await shareNewNote(leaver, hubNo, '함께 읽던 노트')
  const suggestion = await suggest(leaver, OPINION)
  await leaver.does(requestMyInfo, { email: leaver.email, password: PASSWORD })
  const changed = await leaver.does(updateMyInfo, {
    mobile: `010-5${String(leaver.userNo).padStart(7, '0')}`,
    imagefile0: upload(await picture('jpeg')),
  })
  if (!changed.success) throw new Error(changed.message)
  return { leaver, friend, hubNo, declinedHubNo, noteNo, suggestion, picturePath: changed.profPicURL }
}
type Known = Awaited<ReturnType<typeof somebodyKnown>>

/** What must be true from the first moment on, at every node. */
async function expectNothingToBeSeen({ leaver, friend, hubNo, noteNo, suggestion }: Known) {
  for (const url of [node.url, otherNode.url]) {
    expect((await call(url, getTopics, {}, leaver.token)).status).toBe(401)
    const again = await call(url, signIn, { email: leaver.email, password: PASSWORD })
    expect(again.body).toEqual({ authenticated: false })
    expect((await call(url, getNote, { noteNo }, friend.token)).status).toBe(404)
    const pin = { hubNo, noteNo, isPinned: true }
    expect((await call(url, pinInRoom, pin, friend.token)).status).toBe(404)
    const shared = await call(url, getSharedNotes, { selectedHubNo: hubNo }, friend.token)
    expect(shared.body.notes).toEqual([])
    const { participants } = (await call(url, getHubInfo, { hubNo }, friend.token)).body
    expect(participants.map(person => person.userName)).not.toContain(leaver.name)
    const { itemList } = (await call(url, getSuggestions, { offset: 50 })).body
    expect(itemList.map(item => item.writer)).not.toContain(leaver.name)
    expect(
      itemList.filter(item => item.suggestionNo === suggestion.suggestionNo).map(item => item.writer),
    ).toEqual(['탈퇴한 사용자'])
  }
}

/** What must be true in the end, in the database itself. */
async function expectNothingToBeLeft({ leaver, declinedHubNo, picturePath }: Known) {
  const { stores } = node.app.context
  const { userNo } = leaver
  expect(await stores.users.byNo(userNo)).toBeNull()
  expect(await stores.sessions.ofUser(userNo, new Date())).toEqual([])
  expect(await stores.devices.ofUser(userNo)).toEqual([])
  expect(await stores.topics.ofOwner(userNo)).toEqual([])
  for await (const note of stores.notes.ofAuthor(userNo)) expect(note).toBe('gone')
  expect((await stores.shares.ofAuthor(userNo)).filter(share => share.live)).toEqual([])
  expect(await stores.hubs.numbersOf(userNo)).toEqual([])
  expect((await stores.hubs.byNo(declinedHubNo))?.declinedNos).toEqual([])
  expect((await fetch(node.url + picturePath)).status).toBe(404)
}

test('everything of one’s own goes, on every node, and others’ screens hear of it', async () => {
  const known = await somebodyKnown()
  const { leaver, friend, hubNo, noteNo } = known
  await call(otherNode.url, getTopics, {}, leaver.token)
  const leaversTab = await leaver.listens(otherNode.url)
  const friendsTab = await friend.listens()

  expect(await leaver.does(deleteAccount, { password: PASSWORD })).toEqual({ success: true })

  // Before the answer, at both nodes: nobody of theirs is connected, and so in no room.
  for (const { io } of [node.app, otherNode.app])
    expect([...io.sockets.sockets.values()].filter(socket => socket.data.userNo === leaver.userNo)).toEqual(
      [],
    )
  await leaversTab.receives('session:ended')
  expect(await friendsTab.receives('note:withdrawn')).toMatchObject({ hubNo, noteNo, reason: 'left' })
  const members = await friendsTab.receives('members:changed')
  expect(members.participants.map(person => person.userNo)).toEqual([friend.userNo])
  await expectNothingToBeSeen(known)
  await expectNothingToBeLeft(known)
  expect(await friend.does(getUnread, {})).toMatchObject({ total: 0 })
  expect(await rejectedBy(otherNode.url, { token: leaver.token, protocol: 1 })).toBe('not-signed-in')
  for (const tab of [leaversTab, friendsTab]) tab.close()
})

test('the same mail, name and number can sign up again at once, as somebody new', async () => {
  const { leaver, friend } = await somebodyKnown()
  const mobile = `010-5${String(leaver.userNo).padStart(7, '0')}`
  await leaver.does(deleteAccount, { password: PASSWORD })

  const again = await call(otherNode.url, register, {
    email: leaver.email,
    username: leaver.name,
    mobile,
    password: PASSWORD,
  })

  expect(again.body).toMatchObject({ success: true })
  if (again.body.success) expect(again.body.userNo).not.toBe(leaver.userNo)
  const { hubs } = await friend.does(getHubs, {})
  expect(hubs.flatMap(hub => hub.names)).not.toContain(leaver.name)
})

test('what was said in public stays without a name, or goes when that is wished', async () => {
  const staying = await somebodyKnown()
  const going = await somebodyKnown()
  await staying.leaver.does(deleteAccount, { password: PASSWORD, deleteContributions: false })
  await going.leaver.does(deleteAccount, { password: PASSWORD, deleteContributions: true })

  const { itemList } = (await call(node.url, getSuggestions, { offset: 50 })).body
  const of = (known: Known) => itemList.filter(item => item.suggestionNo === known.suggestion.suggestionNo)
  expect(of(staying)).toMatchObject([{ writer: '탈퇴한 사용자', opinion: OPINION }])
  expect(of(going)).toEqual([])
})

test('without the right password nothing happens', async () => {
  const person = await newPerson(node.url)
  for (const password of ['', 'wrong password', '$argon2id$'])
    expect(await person.does(deleteAccount, { password })).toEqual({
      success: false,
      message: '비밀번호를 확인해 주세요.',
    })
  await person.does(getTopics, {})
})

test('where no password is sent the password step counts, that of this session alone', async () => {
  const person = await newPerson(node.url)
  const elsewhere = await signedIn(node.url, person.email)
  const stepNeeded = { success: false, message: ko['accounts.passwordStepNeeded'] }
  expect(await person.does(deleteAccount, {})).toEqual(stepNeeded)

  await person.does(requestMyInfo, { email: person.email, password: PASSWORD })
  expect(await elsewhere.does(deleteAccount, {})).toEqual(stepNeeded)
  expect(await person.does(deleteAccount, { password: 'wrong password' })).toMatchObject({ success: false })
  expect(await person.does(deleteAccount, {})).toEqual({ success: true })
})

test('the only administrator cannot go; one of two can', async () => {
  const [first, second] = [await newPerson(node.url), await newPerson(node.url)]
  await node.app.context.stores.users.setPrivilege(first.email, 1)
  expect(await first.does(deleteAccount, { password: PASSWORD })).toMatchObject({
    success: false,
    message: '하나뿐인 관리자는 탈퇴할 수 없어요. 먼저 다른 사람을 관리자로 정해 주세요.',
  })
  await node.app.context.stores.users.setPrivilege(second.email, 1)
  expect(await first.does(deleteAccount, { password: PASSWORD })).toEqual({ success: true })
})

test('two administrators who go in the same moment do not leave nobody', async () => {
  const { users } = node.app.context.stores
  for (const email of await users.administrators()) await users.setPrivilege(email, 0)
  const both = [await newPerson(node.url), await newPerson(node.url)]
  for (const { email } of both) await users.setPrivilege(email, 1)
  const ask = users.activeAdministrators
  let asked = 0
  let bothAsk = () => {}
  const haveBothAsked = new Promise<void>(resolve => {
    bothAsk = resolve
  })
  users.activeAdministrators = async () => {
    asked += 1
    if (asked === both.length) bothAsk()
    await haveBothAsked
    return ask()
  }
  await Promise.all(both.map(one => one.does(deleteAccount, { password: PASSWORD })))
  users.activeAdministrators = ask
  expect(await users.activeAdministrators()).toBeGreaterThan(0)
})

test('an administrator’s answers stay', async () => {
  const asker = await newPerson(node.url)
  const administrator = await newPerson(node.url)
  await node.app.context.stores.users.setPrivilege(administrator.email, 1)
  const suggestion = await suggest(asker, '대답을 들을 수 있는 의견')
  const fresh = await call(otherNode.url, signIn, { email: administrator.email, password: PASSWORD })
  if (!fresh.body.authenticated) throw new Error('not signed in')
  const { suggestionNo } = suggestion
  await call(otherNode.url, answerSuggestion, { suggestionNo, answer: '대답이에요' }, fresh.body.authToken)

  const gone = { password: PASSWORD, deleteContributions: true }
  expect((await call(otherNode.url, deleteAccount, gone, fresh.body.authToken)).body).toEqual({
    success: true,
  })

  const { itemList } = (await call(node.url, getSuggestions, { offset: 50 })).body
  expect(itemList.find(item => item.suggestionNo === suggestionNo && item.state === 1)).toMatchObject({
    opinion: '대답이에요',
    writer: '탈퇴한 사용자',
  })
})

test('what a request under way leaves behind is cleared by the next sweep', async () => {
  const known = await somebodyKnown()
  const { leaver, friend } = known
  const { context } = node.app
  await leaver.does(deleteAccount, { password: PASSWORD })
  // As if they had been let in before the account went, and had written after.
  await context.stores.topics.insert({
    subjectNo: await context.counters.next('topic'),
    ownerNo: leaver.userNo,
    title: '늦게 도착한 주제',
    createdAt: new Date(),
  })
  await context.stores.hubs.insert(
    await context.counters.next('hub'),
    [friend.userNo, leaver.userNo],
    new Date(),
  )

  await context.unfinished.releaseAll()
  await node.app.cleanUp()

  await expectNothingToBeLeft(known)
})

describe('a server that dies before', () => {
  const deaths: [string, (dying: TestNode) => unknown][] = [
    ['it ended the sessions', dying => hang(dying.app.context.stores.sessions, 'endOfUser')],
    ['it told the other nodes', dying => hang(dying.app.context.live, 'endUser')],
    ['it forgot the devices', dying => hang(dying.app.context.stores.devices, 'deleteOf')],
    ['it deleted the picture', dying => hang(dying.app.context.stores.pictures, 'deleteOf')],
    ['it looked for the hubs', dying => hang(dying.app.context.stores.hubs, 'membershipsOf')],
    ['it left a hub', dying => hang(dying.app.context.stores.hubs, 'shrink')],
    ['it closed the room', dying => hang(dying.app.context.live, 'syncRooms')],
    ['it withdrew a share', dying => hang(dying.app.context.stores.shares, 'withdraw')],
    ['it counted the withdrawal', dying => hang(dying.app.context.stores.hubs, 'countWithdrawal')],
    ['it forgot what was declined', dying => hang(dying.app.context.stores.hubs, 'forgetClosedTo')],
    ['it deleted the topics', dying => hang(dying.app.context.stores.topics, 'deleteOf')],
    ['it deleted the notes', dying => hang(dying.app.context.stores.notes, 'deleteOf')],
  ]

  test.each(deaths)('%s leaves nothing to be seen, and the next start finishes', async (_, die) => {
    const known = await somebodyKnown()
    const dying = await startNode({ mongoUrl, redisUrl: inject('redisUrl') })
    const isReached = die(dying)
    void call(dying.url, deleteAccount, { password: PASSWORD }, known.leaver.token).catch(() => undefined)
    await isReached
    await dying.stop()
    // As if the few seconds were over for which a node trusts a session without asking.
    for (const alive of [node, otherNode]) alive.app.context.gate.forgetUser(known.leaver.userNo)
    await expectNothingToBeSeen(known)

    const next = await startNode({ mongoUrl, redisUrl: inject('redisUrl') })
    await next.app.context.unfinished.releaseAll()
    expect(await next.app.context.unfinished.resume(stepsOf(next.app.context))).toBeGreaterThan(0)
    await next.stop()

    await expectNothingToBeSeen(known)
    await expectNothingToBeLeft(known)
    await stillWorks(known.friend)
  })
})

/** Never comes back from this call, as a process that was killed in it; resolves when it is reached. */
function hang<Method extends string>(thing: Record<Method, unknown>, method: Method): Promise<void> {
  return new Promise(reached => {
    thing[method] = () => {
      reached()
      return new Promise(() => {})
    }
  })
}

async function stillWorks(friend: Person): Promise<void> {
  await friend.does(createTopic, { title: '남은 사람의 주제' })
  const other = await newPerson(node.url)
  await find(friend, other)
  expect(
    await friend.does(createHub, { candidatesJSON: JSON.stringify([friend.userNo, other.userNo]) }),
  ).toMatchObject({ success: true })
}
