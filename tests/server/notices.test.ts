import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOTICE_CONTENT_MAX, NOTICE_TITLE_MAX, NOTICES_SHOWN_MAX } from '#protocol/limits.ts'
import { createNotice, deleteNotice, getNotice, getNotices, updateNotice } from '#protocol/notices.ts'
import { ko } from '#protocol/text/ko.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, type Person, signedIn } from '#tests/support/person.ts'

let node: TestNode
let member: Person
let administrator: Person

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  member = await newPerson(node.url)
  const { email } = await newPerson(node.url, '돌보미')
  await node.app.context.stores.users.setPrivilege(email, 1)
  // A node trusts for some seconds what it knows of a session; signing in again starts a new one.
  administrator = await signedIn(node.url, email)
})
afterAll(() => node.stop())

const text = { title: '새벽 점검 안내', content: '토요일 새벽에\n점검해요.' }
const create = async (display: 0 | 1 = 1, title = text.title) =>
  (await administrator.does(createNotice, { display, title, content: text.content })).noticeNo
/** As a visitor sees them. */
const shown = async () => (await call(node.url, getNotices, {})).body
const shownNumbers = async () => (await shown()).itemList.map(notice => notice.noticeNo)

beforeEach(async () => {
  for (let numbers = await shownNumbers(); numbers.length > 0; numbers = await shownNumbers())
    for (const noticeNo of numbers) await administrator.does(deleteNotice, { noticeNo })
})

test('anybody reads the notices that are shown, newest first, and no hidden one', async () => {
  const first = await create()
  await create(0)
  const second = await create(1, '노트 인쇄 모양을 다듬었어요')
  expect(await shown()).toEqual({
    success: true,
    version: expect.any(Number),
    itemList: [
      {
        noticeNo: second,
        title: '노트 인쇄 모양을 다듬었어요',
        content: text.content,
        timeCreated: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      expect.objectContaining({ noticeNo: first, ...text }),
    ],
  })
})

test('of many notices the newest are shown', async () => {
  const numbers: number[] = []
  for (let count = 0; count <= NOTICES_SHOWN_MAX; count += 1) numbers.push(await create())
  expect(await shownNumbers()).toEqual(numbers.slice(1).toReversed())
})

test('an administrator reads a notice, hidden or not, and hides, shows and changes it', async () => {
  const noticeNo = await create(0)
  expect(await administrator.does(getNotice, { noticeNo })).toEqual({ success: true, display: 0, ...text })
  const changed = { title: '일요일 점검 안내', content: '일요일로 미뤘어요.' }
  expect(await administrator.does(updateNotice, { noticeNo, display: 1, ...changed })).toEqual({
    success: true,
    noticeNo,
  })
  expect((await shown()).itemList).toMatchObject([{ noticeNo, ...changed }])
  await administrator.does(updateNotice, { noticeNo, display: 0, ...changed })
  expect(await shownNumbers()).toEqual([])
})

test('a change keeps the place, the time and, with an empty title, the title', async () => {
  const noticeNo = await create()
  const newer = await create()
  const before = (await shown()).itemList[1]
  await administrator.does(updateNotice, { noticeNo, display: 1, title: '', content: '일요일로 미뤘어요.' })
  expect(await shownNumbers()).toEqual([newer, noticeNo])
  expect((await shown()).itemList[1]).toEqual({ ...before, content: '일요일로 미뤘어요.' })
})

test('a deleted notice is gone, and its number is not given again', async () => {
  const noticeNo = await create()
  expect(await administrator.does(deleteNotice, { noticeNo })).toEqual({ success: true, noticeNo })
  expect(await shownNumbers()).toEqual([])
  expect(await create()).toBeGreaterThan(noticeNo)
  const notFound = { status: 404, body: { success: false, message: ko['error.notFound'] } }
  expect(await administrator.asks(getNotice, { noticeNo })).toMatchObject(notFound)
  expect(await administrator.asks(updateNotice, { noticeNo, display: 1, ...text })).toMatchObject(notFound)
  expect(await administrator.asks(deleteNotice, { noticeNo })).toMatchObject(notFound)
})

test('only administrators read, write, change and delete a notice', async () => {
  const noticeNo = await create()
  const before = await shown()
  const asks = [
    [getNotice, { noticeNo }],
    [createNotice, { display: 1, ...text }],
    [updateNotice, { noticeNo, display: 0, ...text }],
    [deleteNotice, { noticeNo }],
  ] as const
  for (const [called, input] of asks) {
    expect(await member.asks(called, input), called.path).toMatchObject({ status: 403 })
    expect(await call(node.url, called, input), called.path).toMatchObject({ status: 401 })
  }
  expect(await shown()).toEqual(before)
})

test('title and content have at least five characters, and no more than they may', async () => {
  const right = [
    { title: '다섯글자요', content: '다섯글자요' },
    { title: '가'.repeat(NOTICE_TITLE_MAX), content: '나'.repeat(NOTICE_CONTENT_MAX) },
  ]
  for (const notice of right) {
    await administrator.does(createNotice, { display: '1', ...notice })
    expect((await shown()).itemList[0]).toMatchObject(notice)
  }
  const before = await shown()
  const wrong = { ...text, content: ' 네글자요 ' }
  expect(await administrator.asks(createNotice, { display: 1, ...wrong })).toEqual({
    status: 400,
    body: { success: false, code: 'invalid', message: ko['notices.checkText'], field: 'content' },
  })
  const long = { ...text, title: '가'.repeat(NOTICE_TITLE_MAX + 1) }
  expect(await administrator.asks(createNotice, { display: 1, ...long })).toMatchObject({
    status: 400,
    body: { message: ko['notices.tooLong'], field: 'title' },
  })
  expect(await administrator.misuses(updateNotice, { ...text, display: 1, noticeNo: '1.5' })).toMatchObject({
    status: 400,
    body: { message: ko['notices.checkNumber'], field: 'noticeNo' },
  })
  expect(await shown()).toEqual(before)
})

test('each change raises the version, and a reading raises nothing', async () => {
  const { version } = await shown()
  expect((await shown()).version).toBe(version)
  const noticeNo = await create()
  await administrator.does(updateNotice, { noticeNo, display: 0, ...text })
  await administrator.does(deleteNotice, { noticeNo })
  expect((await shown()).version).toBe(version + 3)
})
