import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNotice, deleteNotice, getNotices, updateNotice } from '#protocol/notices.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import { newUser, signInUser, type TestUser } from '#tests/support/users.ts'

/** An administrator’s change at one node is published to every client at both nodes. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let administrator: TestUser

beforeAll(async () => {
  nodes = await startTwoNodes()
  const { email } = await newUser(nodes.firstNode.url)
  await nodes.firstNode.app.context.repositories.users.setPrivilege(email, 1)
  administrator = await signInUser(nodes.firstNode.url, email)
})
afterAll(() => nodes.stop())

const text = { title: '새벽 점검 안내', content: '토요일 새벽에 점검해요.' }
const openTabs = async () => {
  const [one, other] = [await newUser(nodes.firstNode.url), await newUser(nodes.secondNode.url)]
  return [await one.openSocket(), await other.openSocket()]
}
const versionNow = async () => (await administrator.call(getNotices, {})).version

test('creating, changing, hiding and deleting a notice publishes the same list as getnotices returns', async () => {
  const tabs = await openTabs()
  const steps = [
    () => administrator.call(createNotice, { display: 1, ...text }),
    ({ noticeNo }: { noticeNo: number }) =>
      administrator.call(updateNotice, { noticeNo, display: 1, title: '', content: '다음 주로 미뤘어요.' }),
    ({ noticeNo }: { noticeNo: number }) =>
      administrator.call(updateNotice, { noticeNo, display: 0, ...text }),
    ({ noticeNo }: { noticeNo: number }) => administrator.call(deleteNotice, { noticeNo }),
  ]
  let done = { noticeNo: 0 }
  for (const step of steps) {
    done = await step(done)
    const { version, itemList } = await administrator.call(getNotices, {})
    for (const tab of tabs)
      expect(await tab.waitForEvent('notices:changed', published => published.version === version)).toEqual({
        version,
        itemList,
      })
  }
  for (const tab of tabs) tab.close()
})

test('of concurrent changes the list with the highest version wins', async () => {
  const tabs = await openTabs()
  const before = await versionNow()
  await Promise.all(
    Array.from({ length: 8 }, () => administrator.call(createNotice, { display: 1, ...text })),
  )
  const { version, itemList } = await administrator.call(getNotices, {})
  expect(version).toBe(before + 8)
  for (const tab of tabs)
    expect(await tab.waitForEvent('notices:changed', published => published.version === version)).toEqual({
      version,
      itemList,
    })
  for (const tab of tabs) tab.close()
})
