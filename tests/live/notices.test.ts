import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNotice, deleteNotice, getNotices, updateNotice } from '#protocol/notices.ts'
import { newPerson, type Person, signedIn } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** What an administrator does at one node everybody hears at once at both. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let administrator: Person

beforeAll(async () => {
  nodes = await startTwoNodes()
  const { email } = await newPerson(nodes.here.url)
  await nodes.here.app.context.stores.users.setPrivilege(email, 1)
  administrator = await signedIn(nodes.here.url, email)
})
afterAll(() => nodes.stop())

const text = { title: '새벽 점검 안내', content: '토요일 새벽에 점검해요.' }
const listen = async () => {
  const [one, other] = [await newPerson(nodes.here.url), await newPerson(nodes.there.url)]
  return [await one.listens(), await other.listens()]
}
const versionNow = async () => (await administrator.does(getNotices, {})).version

test('a notice, its change, its hiding and its end are told to everybody as getnotices answers', async () => {
  const tabs = await listen()
  const steps = [
    () => administrator.does(createNotice, { display: 1, ...text }),
    ({ noticeNo }: { noticeNo: number }) =>
      administrator.does(updateNotice, { noticeNo, display: 1, title: '', content: '다음 주로 미뤘어요.' }),
    ({ noticeNo }: { noticeNo: number }) =>
      administrator.does(updateNotice, { noticeNo, display: 0, ...text }),
    ({ noticeNo }: { noticeNo: number }) => administrator.does(deleteNotice, { noticeNo }),
  ]
  let done = { noticeNo: 0 }
  for (const step of steps) {
    done = await step(done)
    const { version, itemList } = await administrator.does(getNotices, {})
    for (const tab of tabs)
      expect(await tab.receives('notices:changed', told => told.version === version)).toEqual({
        version,
        itemList,
      })
  }
  for (const tab of tabs) tab.close()
})

test('of changes at the same time the list with the highest version is the one that stands', async () => {
  const tabs = await listen()
  const before = await versionNow()
  await Promise.all(
    Array.from({ length: 8 }, () => administrator.does(createNotice, { display: 1, ...text })),
  )
  const { version, itemList } = await administrator.does(getNotices, {})
  expect(version).toBe(before + 8)
  for (const tab of tabs)
    expect(await tab.receives('notices:changed', told => told.version === version)).toEqual({
      version,
      itemList,
    })
  for (const tab of tabs) tab.close()
})
