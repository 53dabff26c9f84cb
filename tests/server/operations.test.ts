import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkSignIn } from '#protocol/accounts.ts'
import { postComment } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getUnread, markAsRead } from '#protocol/hubs.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { FIRST_CHOICES, subscribePush } from '#protocol/push.ts'
import { shareNote } from '#protocol/shares.ts'
import { type AnyPath, allCalls } from '#tests/support/allCalls.ts'
import { request } from '#tests/support/call.ts'
import { createFixtures, PRIVATE_TEXTS } from '#tests/support/fixtures.ts'
import { openNodes } from '#tests/support/node.ts'
import { insertTicket } from '#tests/support/oidcLinks.ts'
import { commentOn, passageOf } from '#tests/support/passages.ts'
import { newBrowser } from '#tests/support/pushService.ts'
import {
  comment,
  makeHub,
  newTopic,
  newUser,
  newUsers,
  PASSWORD,
  shareNewNote,
  signInUser,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'
import { validInputs } from '#tests/support/validInputs.ts'
import { callerOf } from './authorization/permissions.ts'
import { operations, operationsAgain } from './operations.table.ts'

const PUSH_SERVICE = 'https://fcm.googleapis.com/fcm/send/'
let sent: string[] = []
const [node] = await openNodes({ onOperation: name => sent.push(name) })
const fixtures = await createFixtures(node.url, node.app.context.repositories.users)

/** Fills the name caches, as in a node that has been up for a while and has not served these hubs yet. */
async function cacheNames(): Promise<void> {
  const { people: users, topicTitles, counters, live } = node.app.context
  await live.invalidateHubCaches()
  const { author, member, nonMember, administrator } = fixtures
  await users.getMany([author, member, nonMember, administrator].map(({ userNo }) => userNo))
  await topicTitles.getMany([fixtures.room.topicNo])
  // Each node takes a block of numbers at a time.
  await counters.next('highlight')
}

/** Fills the session cache, as after every page load. */
async function cacheSession(caller: TestUser): Promise<void> {
  node.app.context.gate.clear()
  await caller.request(checkSignIn, {})
}

/** A user and the input to send. */
interface Asker {
  caller: TestUser | null
  input: Record<string, unknown>
}

/** Calls that no user of the fixtures can make, or that would use up their caller: a new user makes them. */
const askedByOthers: Partial<Record<AnyPath, () => Promise<Asker>>> = {
  async '/api/user/signout'() {
    const caller = await newUser(node.url)
    return { caller, input: { authToken: caller.token } }
  },
  async '/api/oidc/beginlink'() {
    return { caller: fixtures.author, input: { provider: 'nobody' } }
  },
  async '/api/oidc/beginproof'() {
    return { caller: fixtures.author, input: { provider: 'nobody' } }
  },
  async '/api/oidc/reqmyinfo'() {
    const { author } = fixtures
    return {
      caller: author,
      input: { ticket: await insertTicket(node.url, { purpose: 'proof', caller: author }) },
    }
  },
  async '/api/user/delete'() {
    const caller = await newUser(node.url)
    await shareNewNote(caller, await makeHub(caller, fixtures.bystander))
    return { caller, input: { password: PASSWORD, deleteContributions: true } }
  },
  async '/api/push/subscribe'() {
    const { email } = await newUser(node.url)
    return { caller: await signInUser(node.url, email, true), input: newBrowser(PUSH_SERVICE).subscription }
  },
  async '/api/push/choose'() {
    const { email } = await newUser(node.url)
    const caller = await signInUser(node.url, email, true)
    await caller.call(subscribePush, newBrowser(PUSH_SERVICE).subscription)
    return { caller, input: FIRST_CHOICES }
  },
}

async function askerOf(path: AnyPath): Promise<Asker> {
  const other = await askedByOthers[path]?.()
  if (other) return other
  const caller = callerOf(fixtures, path)
  return { caller, input: { ...(await validInputs[path](fixtures, caller)) } }
}

/** Where no mail is sent, no link confirms anything. These nodes have no providers, and these users have passwords. */
const REJECTED: readonly AnyPath[] = [
  '/api/user/confirmemail',
  '/api/oidc/begin',
  '/api/oidc/beginlink',
  '/api/oidc/beginproof',
  '/api/oidc/reqmyinfo',
]

test.each(allCalls.map(call => [call.path as AnyPath, call] as const))(
  '%s sends as many operations to the database as the table says',
  async (path, call) => {
    const { caller, input } = await askerOf(path)
    if (caller) await cacheSession(caller)
    await cacheNames()
    await node.app.context.backgroundTasks.onIdle()
    sent = []
    const answer = await request(node.url, call, input, caller?.token)
    const responseText = await answer.text()
    if (!REJECTED.includes(path)) expect(responseText).not.toMatch(/^{"(?:success|authenticated)":false,/)
    await node.app.context.backgroundTasks.onIdle()
    expect(sent.length, sent.join(' ')).toBe(operations[path])
  },
)

test.each(allCalls.filter(call => call.path in operationsAgain))(
  '$path, repeated without changes, sends as many operations to the database as the table says',
  async call => {
    const path = call.path as keyof typeof operationsAgain
    const caller = callerOf(fixtures, path)
    const input = { ...(await validInputs[path](fixtures, caller)) }
    const ask = async () => (await request(node.url, call, input, caller?.token)).arrayBuffer()
    await ask()
    if (caller) await cacheSession(caller)
    sent = []
    await ask()
    expect(sent.length, sent.join(' ')).toBe(operationsAgain[path])
  },
)

test('a share reads no unread numbers that are cached from the previous one, also when a member has read meanwhile', async () => {
  const [author, reader] = await newUsers(node.url, node.url)
  const hubNo = await makeHub(author, reader)
  const topicNo = await newTopic(author, '일기')
  const write = async () => (await author.call(postNote, { topicNo, title: '오늘', text: '' })).noteNo
  const [first, second] = [await write(), await write()]
  await author.call(shareNote, { hubNo, noteNo: first })
  await reader.call(markAsRead, { hubNo })
  await node.app.context.backgroundTasks.onIdle()
  sent = []
  await author.call(shareNote, { hubNo, noteNo: second })
  await node.app.context.backgroundTasks.onIdle()
  expect(sent).toHaveLength(operations['/api/share/sharenote'] - 1)
  await node.app.context.live.invalidateHubCaches()
  expect((await reader.call(getUnread, {})).total).toBe(1)
})

test('concurrent saves are one operation, and each succeeds or fails on its own', async () => {
  const author = await newUser(node.url)
  const noteNos = [await writeNote(author), await writeNote(author), await writeNote(author)]
  const { notes } = node.app.context.repositories
  const bases = await Promise.all(noteNos.map(noteNo => notes.findByNo(noteNo)))
  const stale = bases.map(note => note && { ...note, version: note.noteNo === noteNos[1] ? 7 : note.version })
  const at = new Date()
  const change = {
    title: '함께',
    text: '함께 쓴 글',
    lastUpdate: at,
    editingSession: { sessionId: randomUUID(), since: at },
    links: [],
  }
  sent = []
  const saved = await Promise.all(stale.map(note => note && notes.update(note, change)))
  expect(sent).toEqual(['bulkWrite'])
  expect(saved.map(note => note?.version)).toEqual([2, undefined, 2])
  expect(
    (await Promise.all(noteNos.map(noteNo => notes.findByNo(noteNo)))).map(note => note?.version),
  ).toEqual([2, 1, 2])
})

test('a save looks up only links that the text did not have before', async () => {
  const author = await newUser(node.url)
  await writeNote(author, '제주', '')
  const noteNo = await writeNote(author, '시작', '')
  for (const [version, text, lookups] of [
    [1, '[[제주]]', ['find']],
    [2, '[[제주]] 그리고', []],
    [3, '[[제주]] 그리고 [[없는 글]]', ['find']],
    [4, '[[제주]] 그리고 [[없는 글]] 끝', []],
  ] as const) {
    sent = []
    await author.call(updateNote, { noteNo, title: '시작', text: encodeText(text), version })
    expect(sent).toEqual([...lookups, 'bulkWrite', 'find'])
  }
})

test('a save in the same editing session is two operations, and four if it stores the previous text', async () => {
  const author = await newUser(node.url)
  const noteNo = await writeNote(author, '이어서', '')
  for (const [version, text] of [
    [1, 'one'],
    [2, 'one two'],
  ] as const) {
    sent = []
    await author.call(updateNote, { noteNo, title: '이어서', text, version })
    expect(sent).toEqual(['bulkWrite', 'find'])
  }
  sent = []
  await author.call(updateNote, { noteNo, title: '이어서', text: 'three', version: 3 })
  expect(sent).toEqual(['find', 'insert', 'bulkWrite', 'find'])
})

test('of notes that are created one after the other, only the first triggers a full count', async () => {
  const author = await newUser(node.url)
  const topicNo = await newTopic(author, '일기')
  const post = () => author.call(postNote, { topicNo, title: '오늘', text: '' })
  await post()
  sent = []
  await post()
  expect(sent).toHaveLength(1)
})

test('a repeated page with unread notes further back reads its hub only', async () => {
  const [author, reader] = await newUsers(node.url, node.url)
  const hubNo = await makeHub(author, reader)
  for (let shared = 0; shared <= SHARED_NOTES_PER_PAGE; shared += 1) await shareNewNote(author, hubNo)
  const ask = () => reader.call(getSharedNotes, { selectedHubNo: hubNo })
  expect((await ask()).unreadOlder).toEqual({ count: 1, place: SHARED_NOTES_PER_PAGE + 1 })
  sent = []
  await ask()
  expect(sent).toHaveLength(1)
})

test('a comment on a passage and a reply to it take as many operations as any comment', async () => {
  const { author, room } = fixtures
  const passage = passageOf(PRIVATE_TEXTS.text, PRIVATE_TEXTS.text)
  const plainNo = await comment(author, room)
  const { commentNo } = await commentOn(author, room, passage)
  await cacheNames()
  await cacheSession(author)
  const operationsOf = async (post: () => Promise<unknown>) => {
    await node.app.context.backgroundTasks.onIdle()
    sent = []
    await post()
    await node.app.context.backgroundTasks.onIdle()
    return sent
  }
  const { hubNo, noteNo } = room
  const plain = (replyTo?: number) => () =>
    author.call(postComment, { hubNo, noteNo, text: '말', replyTo, requestKey: randomUUID() })
  const about = (replyTo?: number) => () => commentOn(author, room, passage, { ...(replyTo && { replyTo }) })
  expect(await operationsOf(about())).toEqual(await operationsOf(plain()))
  expect(await operationsOf(about(commentNo))).toEqual(await operationsOf(plain(plainNo)))
})
