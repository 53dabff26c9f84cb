import { beforeEach, expect, inject, test } from 'vitest'
import { getAuditLog } from '#protocol/administration.ts'
import { deleteSuggestion } from '#protocol/agora.ts'
import { deleteComment } from '#protocol/comments.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getInbox, markNotificationSeen, notificationTargets } from '#protocol/inbox.ts'
import { REPORT_MS } from '#protocol/limits.ts'
import { updateNote } from '#protocol/notes.ts'
import { countReports, getReports, reportSuggestion, sendReport, settleReport } from '#protocol/reports.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import type { TextKey } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'
import { createFixtures, type Fixtures, PRIVATE_TEXTS } from '#tests/support/fixtures.ts'
import { openNodes } from '#tests/support/node.ts'
import {
  comment,
  makeHub,
  newAdministrator,
  newUser,
  shareNewNote,
  suggest,
  type TestUser,
} from '#tests/support/users.ts'

const WORDS = '자꾸 욕을 해요.'
let now = Date.now()
const [node] = await openNodes({ redisUrl: inject('redisUrl'), clock: () => new Date(now) })
let fixtures: Fixtures

/** Whether a test has used up the fixtures. */
let areSpent = true

beforeEach(async () => {
  now = Date.now()
  for (const name of ['reports', 'news']) await node.mongo.collection(name).deleteMany({})
  if (areSpent) fixtures = await createFixtures(node.url, node.app.context.repositories.users)
  areSpent = false
})

/** The reports about a user, as an administrator sees them, newest first. */
async function reportsAbout({ name }: TestUser) {
  const { itemList } = await fixtures.administrator.call(getReports, { itemsPerPage: 50 })
  return itemList.filter(({ about }) => about === name)
}

test('administrators can read the selected lines of a note, and only these', async () => {
  const { author, member, room } = fixtures
  const { hubNo, noteNo } = room
  const text = '첫 줄\n심한 말\n끝줄'
  await author.call(updateNote, { noteNo, title: PRIVATE_TEXTS.title, text: encodeText(text) })
  const copy = `${PRIVATE_TEXTS.title}\n심한 말`
  expect(await member.call(sendReport, { hubNo, noteNo, copy, words: WORDS })).toEqual({ success: true })
  const [report] = await reportsAbout(author)
  expect(report).toMatchObject({ kind: 'note', reporter: member.name, copy, words: WORDS, outcome: null })
  expect(JSON.stringify(report)).not.toContain('끝줄')
})

test.each(['끝줄\n첫 줄', '첫', '그런 말은 없어요', '첫 줄\n첫 줄'])(
  'a user cannot be reported for what they did not write: %j',
  async copy => {
    const { author, member, room } = fixtures
    const { hubNo, noteNo } = room
    await author.call(updateNote, { noteNo, title: PRIVATE_TEXTS.title, text: encodeText('첫 줄\n끝줄') })
    const reply = await member.call(sendReport, { hubNo, noteNo, copy })
    expect(reply).toEqual({ success: false, message: ko['reports.changed'] })
    expect(await reportsAbout(author)).toEqual([])
  },
)

test('a comment can be reported by its lines, also when its writer has left the hub', async () => {
  const { author, member, room } = fixtures
  const { hubNo, noteNo } = room
  const commentNo = await comment(member, { hubNo, noteNo }, '심한 말\n다른 말')
  await author.call(sendReport, { hubNo, commentNo, copy: '심한 말' })
  expect(await reportsAbout(member)).toMatchObject([{ kind: 'comment', copy: '심한 말', words: '' }])
})

test.each<[string, (given: Fixtures) => object, TextKey]>([
  [
    'a note without selected lines',
    ({ room }) => ({ noteNo: room.noteNo, copy: ' \n' }),
    'reports.copyNeeded',
  ],
  ['a user without a reason', ({ author }) => ({ userNo: author.userNo }), 'reports.wordsNeeded'],
  [
    'invisible text',
    ({ author }) => ({ userNo: author.userNo, words: '\u200b\u202e' }),
    'reports.wordsNeeded',
  ],
  ['oneself', ({ member }) => ({ userNo: member.userNo, words: WORDS }), 'reports.oneself'],
  ['no target', () => ({ words: WORDS }), 'error.invalid'],
])('rejected: %s', async (_, asked, sentence) => {
  const { member, room } = fixtures
  expect(await member.request(sendReport, { hubNo: room.hubNo, ...asked(fixtures) })).toMatchObject({
    status: 400,
    body: { message: ko[sentence] },
  })
})

test('content that is not, or no longer, in the reporter’s hubs cannot be reported', async () => {
  areSpent = true
  const { author, member, nonMember, room } = fixtures
  const { hubNo, noteNo, commentNo } = room
  const notFound = { status: 404 }
  const accepted = await member.call(sendReport, { hubNo, userNo: author.userNo, words: WORDS })
  expect(accepted.success).toBe(true)
  for (const asked of [
    { noteNo, copy: PRIVATE_TEXTS.title },
    { commentNo, copy: PRIVATE_TEXTS.comment },
    { userNo: author.userNo },
  ])
    expect(await nonMember.request(sendReport, { hubNo, words: WORDS, ...asked })).toMatchObject(notFound)
  expect(await member.request(sendReport, { hubNo, userNo: nonMember.userNo, words: WORDS })).toMatchObject(
    notFound,
  )
  const otherHubNo = await makeHub(author, nonMember, fixtures.bystander)
  await author.call(shareNote, { hubNo: otherHubNo, noteNo })
  const saidThere = await comment(nonMember, { hubNo: otherHubNo, noteNo }, WORDS)
  expect(
    await member.request(sendReport, { hubNo, commentNo: saidThere, copy: WORDS }),
    'of another hub with the same note',
  ).toMatchObject(notFound)
  await author.call(deleteComment, { commentNo })
  expect(await member.request(sendReport, { hubNo, commentNo, copy: PRIVATE_TEXTS.comment })).toMatchObject(
    notFound,
  )
  await author.call(unshareNote, { hubNo, noteNo })
  expect(await member.request(sendReport, { hubNo, noteNo, copy: PRIVATE_TEXTS.title })).toMatchObject(
    notFound,
  )
})

test('an administrator can neither see nor resolve reports about themselves; another one can', async () => {
  const { author, administrator } = fixtures
  const hubNo = await makeHub(author, administrator, await newUser(node.url))
  const noteNo = await shareNewNote(administrator, hubNo, '돌보미의 노트')
  await author.call(sendReport, { hubNo, noteNo, copy: '돌보미의 노트' })
  const another = await newAdministrator(node)
  const { itemList, total } = await another.call(getReports, { itemsPerPage: 50 })
  const [report] = itemList
  expect(report).toMatchObject({ about: administrator.name, reporter: author.name, outcome: null })
  const theirs = await administrator.call(getReports, { itemsPerPage: 50 })
  expect(theirs.itemList).toEqual(itemList.slice(1))
  expect(theirs.total).toBe(total - 1)
  const waiting = (await another.call(countReports, {})).waiting
  expect((await administrator.call(countReports, {})).waiting).toBe(waiting - 1)

  const settling = { reportNo: report?.reportNo ?? 0, outcome: '아무 일도 아니에요.' }
  expect((await administrator.request(settleReport, settling)).status).toBe(404)
  expect((await another.call(getReports, {})).itemList[0]?.outcome).toBeNull()
  expect(await another.call(settleReport, settling)).toEqual({ success: true })
  expect((await another.call(countReports, {})).waiting).toBe(waiting - 1)
})

test('only the other administrators see a resolved report about an administrator in the log', async () => {
  const { author, member, administrator } = fixtures
  const hubNo = await makeHub(author, administrator, await newUser(node.url))
  await author.call(sendReport, { hubNo, userNo: administrator.userNo, words: WORDS })
  await author.call(sendReport, { hubNo: fixtures.room.hubNo, userNo: member.userNo, words: WORDS })
  const another = await newAdministrator(node)
  const { itemList } = await another.call(getReports, { itemsPerPage: 2 })
  for (const { reportNo } of itemList) await another.call(settleReport, { reportNo, outcome: '살펴봤어요.' })

  const [whole, theirs] = await Promise.all(
    [another, administrator].map(reader => reader.call(getAuditLog, { itemsPerPage: 50 })),
  )
  expect(whole?.itemList.some(({ about }) => about === administrator.name)).toBe(true)
  const others = whole?.itemList.filter(({ about }) => about !== administrator.name)
  expect(theirs).toMatchObject({ itemList: others, total: others?.length })
})

test('a report is not published to the hub', async () => {
  const { author, member, room } = fixtures
  const socket = await author.openSocket()
  await member.call(sendReport, { hubNo: room.hubNo, userNo: author.userNo, words: WORDS })
  // Later events have arrived, so earlier ones would have.
  await comment(member, room, '다음 댓글')
  await socket.waitForEvent('comment:posted')
  // The event of the opened note may be late.
  const received = socket.received.map(({ name }) => name).filter(name => name !== 'readers:changed')
  expect(received).toEqual(['comment:posted'])
})

test('the action is stored with the report, and replaces the earlier one', async () => {
  const { author, member, administrator, room } = fixtures
  await member.call(sendReport, { hubNo: room.hubNo, userNo: author.userNo, words: WORDS })
  const [report] = await reportsAbout(author)
  const reportNo = report?.reportNo ?? 0
  await administrator.call(settleReport, { reportNo, outcome: '살펴보고 있어요.' })
  await administrator.call(settleReport, { reportNo, outcome: '경고했어요.' })
  expect((await reportsAbout(author))[0]?.outcome).toMatchObject({
    text: '경고했어요.',
    administrator: administrator.name,
  })
  expect(
    await administrator.request(settleReport, { reportNo: 987_654, outcome: '없는 신고예요.' }),
  ).toMatchObject({ status: 404 })
})

test('the reporter is notified once that the report was reviewed and whether there was an action, and of nothing else', async () => {
  const { author, member, administrator, room } = fixtures
  await member.call(sendReport, { hubNo: room.hubNo, userNo: author.userNo, words: WORDS })
  const reportNo = (await reportsAbout(author))[0]?.reportNo ?? 0
  const notificationsOf = async (user: TestUser) =>
    (await user.call(getInbox, {})).news.filter(({ kind }) => kind === 'report')
  expect(await notificationsOf(member)).toEqual([])
  await administrator.call(settleReport, { reportNo, outcome: '비밀스러운 처리예요.' })
  const [first, ...more] = await notificationsOf(member)
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
  await member.call(markNotificationSeen, { thing: notificationTargets.report(reportNo) })
  await administrator.call(settleReport, { reportNo, outcome: '낱말만 고쳤어요.' })
  expect(await notificationsOf(member)).toMatchObject([{ isNew: false, hasActed: false }])
  await administrator.call(settleReport, { reportNo, outcome: '경고했어요.', hasActed: true })
  expect(await notificationsOf(member)).toMatchObject([{ isNew: true, hasActed: true }])
  expect(await notificationsOf(author), 'the reported user').toEqual([])
})

test('an administrator who resolves their own report is not notified', async () => {
  const { author, administrator } = fixtures
  const hubNo = await makeHub(author, administrator, await newUser(node.url))
  await administrator.call(sendReport, { hubNo, userNo: author.userNo, words: WORDS })
  const reportNo = (await reportsAbout(author))[0]?.reportNo ?? 0
  await administrator.call(settleReport, { reportNo, outcome: '경고했어요.', hasActed: true })
  expect((await administrator.call(getInbox, {})).news.filter(({ kind }) => kind === 'report')).toEqual([])
})

test('a report is deleted after 90 days, and not before', async () => {
  areSpent = true
  const { author, member, room } = fixtures
  await member.call(sendReport, { hubNo: room.hubNo, userNo: author.userNo, words: WORDS })
  const { reports } = node.app.context.repositories
  now += REPORT_MS - 1
  await node.app.cleanUp()
  expect(await reports.findByReporter(member.userNo)).toHaveLength(1)
  now += 1
  await node.app.cleanUp()
  expect(await reports.findByReporter(member.userNo)).toEqual([])
})

test('a suggestion of somebody else is reported as a whole, and the copy outlives it', async () => {
  const { author, nonMember } = fixtures
  const { suggestionNo, opinion } = await suggest(author)
  expect(await author.request(reportSuggestion, { suggestionNo })).toMatchObject({
    status: 400,
    body: { message: ko['reports.oneself'] },
  })
  expect(await nonMember.call(reportSuggestion, { suggestionNo, words: WORDS })).toEqual({ success: true })
  await author.call(deleteSuggestion, { suggestionNo })
  expect(await nonMember.request(reportSuggestion, { suggestionNo })).toMatchObject({ status: 404 })
  const [report] = await reportsAbout(author)
  expect(report).toMatchObject({ kind: 'opinion', reporter: nonMember.name, copy: opinion, words: WORDS })
})
