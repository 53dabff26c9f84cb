import { beforeEach, expect, test } from 'vitest'
import { NOTICE_CONTENT_MAX, NOTICE_TITLE_MAX, NOTICES_SHOWN_MAX } from '#protocol/limits.ts'
import { createNotice, deleteNotice, getNotice, getNotices, updateNotice } from '#protocol/notices.ts'
import { ko } from '#protocol/text/ko.ts'
import { call } from '#tests/support/call.ts'
import { openNodes } from '#tests/support/node.ts'
import { newAdministrator } from '#tests/support/users.ts'

const [node] = await openNodes({})
const administrator = await newAdministrator(node)
const text = { title: '새벽 점검 안내', content: '토요일 새벽에\n점검해요.' }
const create = async (display: 0 | 1 = 1, title = text.title) =>
  (await administrator.call(createNotice, { display, title, content: text.content })).noticeNo

/** The notices that a visitor sees. */
const visibleNotices = async () => (await call(node.url, getNotices, {})).body

const shownNumbers = async () => (await visibleNotices()).itemList.map(notice => notice.noticeNo)

beforeEach(async () => {
  for (let numbers = await shownNumbers(); numbers.length > 0; numbers = await shownNumbers())
    for (const noticeNo of numbers) await administrator.call(deleteNotice, { noticeNo })
})

test('anybody can read the visible notices, newest first, and no hidden one', async () => {
  const first = await create()
  await create(0)
  const second = await create(1, '노트 인쇄 모양을 다듬었어요')
  expect(await visibleNotices()).toEqual({
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

test('of many notices the newest are returned', async () => {
  const numbers: number[] = []
  for (let count = 0; count <= NOTICES_SHOWN_MAX; count += 1) numbers.push(await create())
  expect(await shownNumbers()).toEqual(numbers.slice(1).toReversed())
})

test('an administrator can read, hide, show and change a notice, also a hidden one', async () => {
  const noticeNo = await create(0)
  expect(await administrator.call(getNotice, { noticeNo })).toEqual({ success: true, display: 0, ...text })
  const changed = { title: '일요일 점검 안내', content: '일요일로 미뤘어요.' }
  expect(await administrator.call(updateNotice, { noticeNo, display: 1, ...changed })).toEqual({
    success: true,
    noticeNo,
  })
  expect((await visibleNotices()).itemList).toMatchObject([{ noticeNo, ...changed }])
  await administrator.call(updateNotice, { noticeNo, display: 0, ...changed })
  expect(await shownNumbers()).toEqual([])
})

test('a change keeps the position, the time and, with an empty title, the title', async () => {
  const noticeNo = await create()
  const newer = await create()
  const before = (await visibleNotices()).itemList[1]
  await administrator.call(updateNotice, { noticeNo, display: 1, title: '', content: '일요일로 미뤘어요.' })
  expect(await shownNumbers()).toEqual([newer, noticeNo])
  expect((await visibleNotices()).itemList[1]).toEqual({ ...before, content: '일요일로 미뤘어요.' })
})

test('a deleted notice is gone, and its number is not reused', async () => {
  const noticeNo = await create()
  expect(await administrator.call(deleteNotice, { noticeNo })).toEqual({ success: true, noticeNo })
  expect(await shownNumbers()).toEqual([])
  expect(await create()).toBeGreaterThan(noticeNo)
  const notFound = { status: 404, body: { success: false, message: ko['error.notFound'] } }
  expect(await administrator.request(getNotice, { noticeNo })).toMatchObject(notFound)
  expect(await administrator.request(updateNotice, { noticeNo, display: 1, ...text })).toMatchObject(notFound)
  expect(await administrator.request(deleteNotice, { noticeNo })).toMatchObject(notFound)
})

test('title and content have at least five characters, and no more than allowed', async () => {
  const right = [
    { title: '다섯글자요', content: '다섯글자요' },
    { title: '가'.repeat(NOTICE_TITLE_MAX), content: '나'.repeat(NOTICE_CONTENT_MAX) },
  ]
  for (const notice of right) {
    await administrator.call(createNotice, { display: '1', ...notice })
    expect((await visibleNotices()).itemList[0]).toMatchObject(notice)
  }
  const before = await visibleNotices()
  const wrong = { ...text, content: ' 네글자요 ' }
  expect(await administrator.request(createNotice, { display: 1, ...wrong })).toEqual({
    status: 400,
    body: { success: false, code: 'invalid', message: ko['notices.checkText'], field: 'content' },
  })
  const long = { ...text, title: '가'.repeat(NOTICE_TITLE_MAX + 1) }
  expect(await administrator.request(createNotice, { display: 1, ...long })).toMatchObject({
    status: 400,
    body: { message: ko['notices.tooLong'], field: 'title' },
  })
  expect(
    await administrator.callWithInvalidInput(updateNotice, { ...text, display: 1, noticeNo: '1.5' }),
  ).toMatchObject({ status: 400, body: { message: ko['notices.checkNumber'], field: 'noticeNo' } })
  expect(await visibleNotices()).toEqual(before)
})
