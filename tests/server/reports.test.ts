import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { deleteSuggestion } from '#protocol/agora.ts'
import { getAuditLog } from '#protocol/audit.ts'
import { deleteComment } from '#protocol/comments.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getInbox, markNotificationSeen, notificationTargets } from '#protocol/inbox.ts'
import { REPORT_MS } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { updateNote } from '#protocol/notes.ts'
import { countReports, getReports, reportSuggestion, sendReport, settleReport } from '#protocol/reports.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { ko } from '#protocol/text/ko.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import {
  comment,
  makeHub,
  newAdministrator,
  PASSWORD,
  type Person,
  shareNewNote,
  suggest,
} from '#tests/support/person.ts'
import { makeWorld, PRIVATE, type World } from '#tests/support/world.ts'

const WORDS = '자꾸 욕을 해요.'

let node: TestNode
let world: World
let now: number

beforeAll(async () => {
  node = await startNode({
    mongoUrl: await emptyDatabase(),
    redisUrl: inject('redisUrl'),
    clock: () => new Date(now),
  })
})
afterAll(() => node.stop())
beforeEach(async () => {
  now = Date.now()
  world = await makeWorld(node.url, node.app.context.stores.users)
})

/** Those about somebody, as an administrator sees them, newest first. */
async function reportsAbout({ name }: Person) {
  const { itemList } = await world.administrator.does(getReports, { itemsPerPage: 50 })
  return itemList.filter(({ about }) => about === name)
}

test('the chosen lines of a note, and these alone, reach the administrators', async () => {
  const { author, member, room } = world
  const { hubNo, noteNo } = room
  const text = '첫 줄\n심한 말\n끝줄'
  await author.does(updateNote, { noteNo, title: PRIVATE.title, text: encodeText(text) })
  const copy = `${PRIVATE.title}\n심한 말`
  expect(await member.does(sendReport, { hubNo, noteNo, copy, words: WORDS })).toEqual({ success: true })
  const [report] = await reportsAbout(author)
  expect(report).toMatchObject({ kind: 'note', reporter: member.name, copy, words: WORDS, outcome: null })
  expect(JSON.stringify(report)).not.toContain('끝줄')
})

test.each(['끝줄\n첫 줄', '첫', '그런 말은 없어요', '첫 줄\n첫 줄'])(
  'nobody is reported for what they did not write: %j',
  async copy => {
    const { author, member, room } = world
    const { hubNo, noteNo } = room
    await author.does(updateNote, { noteNo, title: PRIVATE.title, text: encodeText('첫 줄\n끝줄') })
    const reply = await member.does(sendReport, { hubNo, noteNo, copy })
    expect(reply).toEqual({ success: false, message: ko['reports.changed'] })
    expect(await reportsAbout(author)).toEqual([])
  },
)

test('a comment is reported by its lines, also when its writer has left the room', async () => {
  const { author, member, room } = world
  const { hubNo, noteNo } = room
  const commentNo = await comment(member, { hubNo, noteNo }, '심한 말\n다른 말')
  await author.does(sendReport, { hubNo, commentNo, copy: '심한 말' })
  expect(await reportsAbout(member)).toMatchObject([{ kind: 'comment', copy: '심한 말', words: '' }])
})

test.each([
  [
    'a note of which nothing is chosen',
    ({ noteNo }: World['room']) => ({ noteNo, copy: ' \n' }),
    'reports.copyNeeded',
  ],
  [
    'a person of whom nothing is said',
    (_: World['room'], { author }: World) => ({ userNo: author.userNo }),
    'reports.wordsNeeded',
  ],
  [
    'words of which nothing can be seen',
    (_: World['room'], { author }: World) => ({ userNo: author.userNo, words: '\u200b\u202e' }),
    'reports.wordsNeeded',
  ],
  [
    'oneself',
    (_: World['room'], { member }: World) => ({ userNo: member.userNo, words: WORDS }),
    'reports.oneself',
  ],
  ['nothing at all', () => ({ words: WORDS }), 'error.invalid'],
] as const)('refused: %s', async (_, asked, sentence) => {
  const { member, room } = world
  expect(await member.asks(sendReport, { hubNo: room.hubNo, ...asked(room, world) })).toMatchObject({
    status: 400,
    body: { message: ko[sentence] },
  })
})

test('nobody reports what is not in their room, or no more', async () => {
  const { author, member, stranger, room } = world
  const { hubNo, noteNo, commentNo } = room
  const gone = { status: 404 }
  const elsewhere = await member.does(sendReport, { hubNo, userNo: author.userNo, words: WORDS })
  expect(elsewhere.success).toBe(true)
  for (const asked of [
    { noteNo, copy: PRIVATE.title },
    { commentNo, copy: PRIVATE.comment },
    { userNo: author.userNo },
  ])
    expect(await stranger.asks(sendReport, { hubNo, words: WORDS, ...asked })).toMatchObject(gone)
  expect(await member.asks(sendReport, { hubNo, userNo: stranger.userNo, words: WORDS })).toMatchObject(gone)
  const otherHubNo = await makeHub(author, stranger, world.bystander)
  await author.does(shareNote, { hubNo: otherHubNo, noteNo })
  const saidThere = await comment(stranger, { hubNo: otherHubNo, noteNo }, WORDS)
  expect(
    await member.asks(sendReport, { hubNo, commentNo: saidThere, copy: WORDS }),
    'of another room in which the same note is',
  ).toMatchObject(gone)
  await author.does(deleteComment, { commentNo })
  expect(await member.asks(sendReport, { hubNo, commentNo, copy: PRIVATE.comment })).toMatchObject(gone)
  await author.does(unshareNote, { hubNo, noteNo })
  expect(await member.asks(sendReport, { hubNo, noteNo, copy: PRIVATE.title })).toMatchObject(gone)
})

test('an administrator neither sees nor settles what is reported about themselves; another one does', async () => {
  const { author, administrator } = world
  const hubNo = await makeHub(author, administrator)
  const noteNo = await shareNewNote(administrator, hubNo, '돌보미의 노트')
  await author.does(sendReport, { hubNo, noteNo, copy: '돌보미의 노트' })
  const another = await newAdministrator(node)
  const { itemList, total } = await another.does(getReports, { itemsPerPage: 50 })
  const [report] = itemList
  expect(report).toMatchObject({ about: administrator.name, reporter: author.name, outcome: null })
  const theirs = await administrator.does(getReports, { itemsPerPage: 50 })
  expect(theirs.itemList).toEqual(itemList.slice(1))
  expect(theirs.total).toBe(total - 1)
  const waiting = (await another.does(countReports, {})).waiting
  expect((await administrator.does(countReports, {})).waiting).toBe(waiting - 1)

  const settling = { reportNo: report?.reportNo ?? 0, outcome: '아무 일도 아니에요.' }
  expect((await administrator.asks(settleReport, settling)).status).toBe(404)
  expect((await another.does(getReports, {})).itemList[0]?.outcome).toBeNull()
  expect(await another.does(settleReport, settling)).toEqual({ success: true })
  expect((await another.does(countReports, {})).waiting).toBe(waiting - 1)
})

test('what was settled about an administrator the others alone read in the log', async () => {
  const { author, member, administrator } = world
  const hubNo = await makeHub(author, administrator)
  await author.does(sendReport, { hubNo, userNo: administrator.userNo, words: WORDS })
  await author.does(sendReport, { hubNo: world.room.hubNo, userNo: member.userNo, words: WORDS })
  const another = await newAdministrator(node)
  const { itemList } = await another.does(getReports, { itemsPerPage: 2 })
  for (const { reportNo } of itemList) await another.does(settleReport, { reportNo, outcome: '살펴봤어요.' })

  const [whole, theirs] = await Promise.all(
    [another, administrator].map(reader => reader.does(getAuditLog, { itemsPerPage: 50 })),
  )
  expect(whole?.itemList.some(({ about }) => about === administrator.name)).toBe(true)
  const others = whole?.itemList.filter(({ about }) => about !== administrator.name)
  expect(theirs).toMatchObject({ itemList: others, total: others?.length })
})

test('the room hears nothing of a report', async () => {
  const { author, member, room } = world
  const socket = await author.listens()
  onTestFinished(() => socket.close())
  await member.does(sendReport, { hubNo: room.hubNo, userNo: author.userNo, words: WORDS })
  // What is told afterwards has come, so anything told before would have.
  await comment(member, room, '다음 댓글')
  await socket.receives('comment:posted')
  // That the note was opened before may be told late.
  const received = socket.received.map(({ name }) => name).filter(name => name !== 'readers:changed')
  expect(received).toEqual(['comment:posted'])
})

test('what was done stands with the report, and replaces what stood there', async () => {
  const { author, member, administrator, room } = world
  await member.does(sendReport, { hubNo: room.hubNo, userNo: author.userNo, words: WORDS })
  const [report] = await reportsAbout(author)
  const reportNo = report?.reportNo ?? 0
  await administrator.does(settleReport, { reportNo, outcome: '살펴보고 있어요.' })
  await administrator.does(settleReport, { reportNo, outcome: '경고했어요.' })
  expect((await reportsAbout(author))[0]?.outcome).toMatchObject({
    text: '경고했어요.',
    administrator: administrator.name,
  })
  expect(
    await administrator.asks(settleReport, { reportNo: 987_654, outcome: '없는 신고예요.' }),
  ).toMatchObject({ status: 404 })
})

test('who reported is told that it was looked at and whether something was done, once, and nothing else', async () => {
  const { author, member, administrator, room } = world
  await member.does(sendReport, { hubNo: room.hubNo, userNo: author.userNo, words: WORDS })
  const reportNo = (await reportsAbout(author))[0]?.reportNo ?? 0
  const told = async (person: Person) =>
    (await person.does(getInbox, {})).news.filter(({ kind }) => kind === 'report')
  expect(await told(member)).toEqual([])
  await administrator.does(settleReport, { reportNo, outcome: '비밀스러운 처리예요.' })
  const [first, ...more] = await told(member)
  expect(first).toEqual({
    thing: notificationTargets.report(reportNo),
    kind: 'report',
    at: expect.any(String),
    isNew: true,
    people: [],
    peopleCount: 0,
    commentCount: 0,
    hasActed: false,
  })
  expect(more).toEqual([])
  await member.does(markNotificationSeen, { thing: notificationTargets.report(reportNo) })
  await administrator.does(settleReport, { reportNo, outcome: '낱말만 고쳤어요.' })
  expect(await told(member)).toMatchObject([{ isNew: false, hasActed: false }])
  await administrator.does(settleReport, { reportNo, outcome: '경고했어요.', hasActed: true })
  expect(await told(member)).toMatchObject([{ isNew: true, hasActed: true }])
  expect(await told(author), 'whom it is about').toEqual([])
})

test('an administrator who settles what they reported is not told of it', async () => {
  const { author, administrator } = world
  const hubNo = await makeHub(author, administrator)
  await administrator.does(sendReport, { hubNo, userNo: author.userNo, words: WORDS })
  const reportNo = (await reportsAbout(author))[0]?.reportNo ?? 0
  await administrator.does(settleReport, { reportNo, outcome: '경고했어요.', hasActed: true })
  expect((await administrator.does(getInbox, {})).news.filter(({ kind }) => kind === 'report')).toEqual([])
})

test('with an account go the reports that it sent, and those about it', async () => {
  const { author, member, bystander, room } = world
  await member.does(sendReport, { hubNo: room.hubNo, userNo: author.userNo, words: WORDS })
  await author.does(sendReport, { hubNo: room.hubNo, userNo: bystander.userNo, words: WORDS })
  await author.does(deleteAccount, { password: PASSWORD })
  expect(await reportsAbout(author)).toEqual([])
  expect(await reportsAbout(bystander)).toEqual([])
})

test('after 90 days a report is gone, and not before', async () => {
  const { author, member, room } = world
  await member.does(sendReport, { hubNo: room.hubNo, userNo: author.userNo, words: WORDS })
  const { reports } = node.app.context.stores
  now += REPORT_MS - 1
  await node.app.cleanUp()
  expect(await reports.ofReporter(member.userNo)).toHaveLength(1)
  now += 1
  await node.app.cleanUp()
  expect(await reports.ofReporter(member.userNo)).toEqual([])
})

test('an opinion is reported whole, and its copy outlives it', async () => {
  const { author, stranger } = world
  const { suggestionNo, opinion } = await suggest(author)
  expect(await stranger.does(reportSuggestion, { suggestionNo, words: WORDS })).toEqual({ success: true })
  await author.does(deleteSuggestion, { suggestionNo })
  const [report] = await reportsAbout(author)
  expect(report).toMatchObject({ kind: 'opinion', reporter: stranger.name, copy: opinion, words: WORDS })
})

test('nobody reports their own opinion, or one that is gone', async () => {
  const { author, stranger } = world
  const { suggestionNo } = await suggest(author)
  expect(await author.asks(reportSuggestion, { suggestionNo })).toMatchObject({
    status: 400,
    body: { message: ko['reports.oneself'] },
  })
  await author.does(deleteSuggestion, { suggestionNo })
  expect(await stranger.asks(reportSuggestion, { suggestionNo })).toMatchObject({ status: 404 })
  expect(await reportsAbout(author)).toEqual([])
})
