import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSignIn } from '#protocol/accounts.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getUnread, markAsRead } from '#protocol/hubs.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { FIRST_CHOICES, subscribePush } from '#protocol/push.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { request } from '#tests/support/call.ts'
import { type AnyPath, everyCall } from '#tests/support/everyCall.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import {
  makeHub,
  newPerson,
  PASSWORD,
  type Person,
  shareNewNote,
  signedIn,
  writeNote,
} from '#tests/support/person.ts'
import { newBrowser } from '#tests/support/pushBrowser.ts'
import { type Shape, shapesOf } from '#tests/support/shapes.ts'
import { validInputs } from '#tests/support/validInputs.ts'
import { makeWorld, type World } from '#tests/support/world.ts'
import { callerOf } from './authorization/callerOf.ts'
import { operations, operationsAgain } from './operations.table.ts'
import { scattered, shardKeys, whole } from './sharding.table.ts'

const PUSH_SERVICE = 'https://fcm.googleapis.com/fcm/send/'

let node: TestNode
let world: World
let sent: string[] = []
let shapes: Shape[] = []

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), onOperation: receive })
  world = await makeWorld(node.url, node.app.context.stores.users)
})
afterAll(() => node.stop())

function receive(name: string, command: Record<string, unknown>): void {
  sent.push(name)
  shapes.push(...shapesOf(command))
}

const borne = new Set(Object.values(scattered).flat())

/** What would ask all shards of a cluster without being on the list of what may. */
function unlisted(): string[] {
  return shapes
    .filter(({ collection, fields }) => {
      const spread = shardKeys[collection]
      return spread === undefined ? !(collection in whole) : !fields.includes(spread.key)
    })
    .map(({ collection, by, fields }) => `${collection} ${by} ${[...new Set(fields)].sort().join() || '-'}`)
    .filter(shape => !borne.has(shape))
}

/** As a node does that has been up for a while, and has not yet been asked for these rooms. */
async function rememberNames(): Promise<void> {
  const { people, topicTitles, live } = node.app.context
  await live.forgetReadings()
  await people.of([world.author, world.member, world.stranger].map(({ userNo }) => userNo))
  await topicTitles.of([world.room.topicNo])
}

/** Whose session it is has just been asked for, as by every page: a node trusts for some seconds what it was told. */
async function beKnown(caller: Person): Promise<void> {
  node.app.context.gate.forgetAll()
  await caller.asks(checkSignIn, {})
}

/** Somebody, and what they are to send. */
interface Asker {
  caller: Person | null
  input: Record<string, unknown>
}

/** Calls that nobody in the small world may make, or that would use up whoever makes them: somebody new makes them. */
const askedByOthers: Partial<Record<AnyPath, () => Promise<Asker>>> = {
  async '/api/user/signout'() {
    const caller = await newPerson(node.url)
    return { caller, input: { authToken: caller.token } }
  },
  async '/api/user/delete'() {
    const caller = await newPerson(node.url)
    await shareNewNote(caller, await makeHub(caller, world.bystander))
    return { caller, input: { password: PASSWORD, deleteContributions: true } }
  },
  async '/api/push/subscribe'() {
    const { email } = await newPerson(node.url)
    return { caller: await signedIn(node.url, email, true), input: newBrowser(PUSH_SERVICE).subscription }
  },
  async '/api/push/choose'() {
    const { email } = await newPerson(node.url)
    const caller = await signedIn(node.url, email, true)
    await caller.does(subscribePush, newBrowser(PUSH_SERVICE).subscription)
    return { caller, input: FIRST_CHOICES }
  },
}

async function askerOf(path: AnyPath): Promise<Asker> {
  const other = await askedByOthers[path]?.()
  if (other) return other
  const caller = callerOf(world, path)
  return { caller, input: { ...(await validInputs[path](world, caller)) } }
}

/** Where no mail is sent, no link confirms anything. */
const REJECTED: readonly AnyPath[] = ['/api/user/confirmemail']

test.each(everyCall.map(call => [call.path as AnyPath, call] as const))(
  '%s asks the database as often as the table says',
  async (path, call) => {
    const { caller, input } = await askerOf(path)
    if (caller) await beKnown(caller)
    await rememberNames()
    await node.app.context.backgroundTasks.settled()
    sent = []
    shapes = []
    const answer = await request(node.url, call, input, caller?.token)
    const said = await answer.text()
    if (!REJECTED.includes(path)) expect(said).not.toMatch(/^{"(?:success|authenticated)":false,/)
    await node.app.context.backgroundTasks.settled()
    expect(sent.length, sent.join(' ')).toBe(operations[path])
    expect(unlisted(), 'to be given its key, or listed in sharding.table.ts').toEqual([])
  },
)

test.each(everyCall.filter(call => call.path in operationsAgain))(
  '$path, asked again while nothing has changed, asks the database as often as the table says',
  async call => {
    const path = call.path as keyof typeof operationsAgain
    const caller = callerOf(world, path)
    const input = { ...(await validInputs[path](world, caller)) }
    const ask = async () => (await request(node.url, call, input, caller?.token)).arrayBuffer()
    await ask()
    if (caller) await beKnown(caller)
    sent = []
    await ask()
    expect(sent.length, sent.join(' ')).toBe(operationsAgain[path])
  },
)

test('a share reads no unread numbers that are known from the one before, also when somebody has read meanwhile', async () => {
  const [author, reader] = [await newPerson(node.url), await newPerson(node.url)]
  const hubNo = await makeHub(author, reader)
  const topicNo = (await author.does(createTopic, { title: '일기' })).subjects[0]?.subjectNo ?? 0
  const write = async () => (await author.does(postNote, { topicNo, title: '오늘', text: '' })).noteNo
  const [first, second] = [await write(), await write()]
  await author.does(shareNote, { hubNo, noteNo: first })
  await reader.does(markAsRead, { hubNo })
  await node.app.context.backgroundTasks.settled()
  sent = []
  await author.does(shareNote, { hubNo, noteNo: second })
  await node.app.context.backgroundTasks.settled()
  expect(sent).toHaveLength(operations['/api/share/sharenote'] - 1)
  await node.app.context.live.forgetReadings()
  expect((await reader.does(getUnread, {})).total).toBe(1)
})

test('saves of the same moment are one operation, and each is saved, or not, by itself', async () => {
  const author = await newPerson(node.url)
  const noteNos = [await writeNote(author), await writeNote(author), await writeNote(author)]
  const { notes } = node.app.context.stores
  const bases = await Promise.all(noteNos.map(noteNo => notes.byNo(noteNo)))
  const stale = bases.map(note => note && { ...note, version: note.noteNo === noteNos[1] ? 7 : note.version })
  const at = new Date()
  const change = {
    title: '함께',
    text: '함께 쓴 글',
    lastUpdate: at,
    sitting: { sessionId: randomUUID(), since: at },
  }
  sent = []
  const saved = await Promise.all(stale.map(note => note && notes.update(note, change)))
  expect(sent).toEqual(['bulkWrite'])
  expect(saved.map(note => note?.version)).toEqual([2, undefined, 2])
  expect((await Promise.all(noteNos.map(noteNo => notes.byNo(noteNo)))).map(note => note?.version)).toEqual([
    2, 1, 2,
  ])
})

test('a save that goes on with a sitting is one operation, and three where it keeps the text before', async () => {
  const author = await newPerson(node.url)
  const noteNo = await writeNote(author, '이어서', '')
  for (const [version, text] of [
    [1, 'one'],
    [2, 'one two'],
  ] as const) {
    sent = []
    await author.does(updateNote, { noteNo, title: '이어서', text, version })
    expect(sent).toEqual(['bulkWrite'])
  }
  sent = []
  await author.does(updateNote, { noteNo, title: '이어서', text: 'three', version: 3 })
  expect(sent).toEqual(['find', 'insert', 'bulkWrite'])
})

test('of notes that are written one after the other, only the first has them all counted', async () => {
  const author = await newPerson(node.url)
  const topicNo = (await author.does(createTopic, { title: '일기' })).subjects[0]?.subjectNo ?? 0
  const post = () => author.does(postNote, { topicNo, title: '오늘', text: '' })
  await post()
  sent = []
  await post()
  expect(sent).toHaveLength(1)
})

test('a page with unread notes further back, asked again, asks for its room alone', async () => {
  const [author, reader] = [await newPerson(node.url), await newPerson(node.url)]
  const hubNo = await makeHub(author, reader)
  for (let shared = 0; shared <= SHARED_NOTES_PER_PAGE; shared += 1) await shareNewNote(author, hubNo)
  const ask = () => reader.does(getSharedNotes, { selectedHubNo: hubNo })
  expect((await ask()).unreadOlder).toEqual({ count: 1, place: SHARED_NOTES_PER_PAGE + 1 })
  sent = []
  await ask()
  expect(sent).toHaveLength(1)
})
