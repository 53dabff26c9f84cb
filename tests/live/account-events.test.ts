import { expect, test } from 'vitest'
import { blockPerson, unblockPerson } from '#protocol/blocking.ts'
import { createHub } from '#protocol/hubs.ts'
import { TOPICS_PER_PAGE } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { createNotice, deleteNotice, getNotices, updateNotice } from '#protocol/notices.ts'
import { getReports, sendReport, settleReport } from '#protocol/reports.ts'
import { createTopic, deleteTopic, getTopics } from '#protocol/topics.ts'
import { createCatchUp } from '#tests/support/catchUp.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import {
  makeContacts,
  makeHub,
  newAdministrator,
  newUser,
  newUsers,
  PASSWORD,
  shareNewNote,
  signInUser,
  type TestUser,
} from '#tests/support/users.ts'

/** What is published to all tabs of a user, or of the administrators, at two nodes, and to nobody else. */
const { firstNode, secondNode } = await openTwoNodes()

const countOf = (tab: TestSocket, event: string) => tab.received.filter(({ name }) => name === event).length

test('blocking is published to the blocker’s own tabs at every node, and to nobody else', async () => {
  const [blocker, blocked, friend] = await newUsers(firstNode.url, secondNode.url, firstNode.url)
  await makeHub(friend, blocker, blocked)
  const catchUp = await createCatchUp(friend, blocked)
  const own = [await blocker.openSocket(), await blocker.openSocket(secondNode.url)]
  const others = [await blocked.openSocket(), await friend.openSocket()]
  const receivedBefore = others.map(({ received }) => received.length)

  await blocker.call(blockPerson, { userNo: blocked.userNo })
  for (const tab of own) await tab.waitForEvent('blocked:changed')
  await blocker.call(unblockPerson, { userNo: blocked.userNo })
  for (const tab of own)
    await tab.waitForEvent('blocked:changed', () => countOf(tab, 'blocked:changed') === 2)

  await catchUp(...others)
  for (const [index, { received }] of others.entries()) {
    const names = received.slice(receivedBefore[index]).map(({ name }) => name)
    // The sharer of the barrier note also receives the event of its save.
    expect(names.filter(name => name !== 'note:saved')).toEqual(['note:shared'])
  }
})

test('a rejected hub creation is published to nobody', async () => {
  const [blocker, blocked, friend] = await newUsers(firstNode.url, secondNode.url, firstNode.url)
  await makeContacts(blocker, blocked, friend)
  await blocker.call(blockPerson, { userNo: blocked.userNo })
  const catchUp = await createCatchUp(friend, blocker)
  const tab = await blocker.openSocket()
  const candidatesJSON = JSON.stringify([blocked.userNo, blocker.userNo, friend.userNo])
  expect(await blocked.call(createHub, { candidatesJSON })).toMatchObject({ success: false })
  await catchUp(tab)
  expect(JSON.stringify(tab.received)).not.toContain(blocked.name)
})

test('changes of a report are published to the administrators at every node, except to the reported one', async () => {
  const administrators = [await newAdministrator(firstNode), await newAdministrator(secondNode)] as const
  const [one, reported] = administrators
  const reporter = await newUser(firstNode.url)
  const hubNo = await makeHub(reporter, reported, await newUser(secondNode.url))
  const noteNo = await shareNewNote(reported, hubNo, '돌보미의 노트')
  const catchUp = await createCatchUp(reporter, reported)
  const desks = [await one.openSocket(), await one.openSocket(secondNode.url)]
  const others = [await reported.openSocket(), await reporter.openSocket()]

  async function notifiesAdministrators(times: number) {
    for (const desk of desks)
      await desk.waitForEvent('reports:changed', () => countOf(desk, 'reports:changed') === times)
  }
  await reporter.call(sendReport, { hubNo, noteNo, copy: '돌보미의 노트' })
  await notifiesAdministrators(1)
  const reportNo = (await one.call(getReports, {})).itemList[0]?.reportNo ?? 0
  await one.call(settleReport, { reportNo, outcome: '이야기해 보았어요.' })
  await notifiesAdministrators(2)
  await catchUp(...others)
  for (const tab of others) expect(countOf(tab, 'reports:changed')).toBe(0)

  await reporter.call(deleteAccount, { password: PASSWORD, deleteContributions: true })
  await notifiesAdministrators(3)
})

const text = { title: '새벽 점검 안내', content: '토요일 새벽에 점검해요.' }
const openTabs = async () => {
  const [one, other] = await newUsers(firstNode.url, secondNode.url)
  return [await one.openSocket(), await other.openSocket()]
}

test('creating, changing, hiding and deleting a notice publishes the same list as getnotices returns, also of concurrent changes', async () => {
  const tabs = await openTabs()
  const administrator = await newAdministrator(firstNode)
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
  const before = (await administrator.call(getNotices, {})).version
  await Promise.all(
    Array.from({ length: 8 }, () => administrator.call(createNotice, { display: 1, ...text })),
  )
  const { version, itemList } = await administrator.call(getNotices, {})
  // Of concurrent changes the list with the highest version wins.
  expect(version).toBe(before + 8)
  for (const tab of tabs)
    expect(await tab.waitForEvent('notices:changed', published => published.version === version)).toEqual({
      version,
      itemList,
    })
})

test('both nodes immediately return the same total of more topics than a page holds', async () => {
  const me = await newUser(firstNode.url)
  const meThere = await signInUser(secondNode.url, me.email)
  const make = async (device: TestUser, title: string) => {
    const { subjects } = await device.call(createTopic, { title })
    return subjects[0]?.subjectNo ?? 0
  }
  for (let place = 0; place < 2 * TOPICS_PER_PAGE; place += 1) await make(me, `주제 ${place}`)
  const lastPages = async () => {
    const lists = await Promise.all([me, meThere].map(device => device.call(getTopics, {})))
    return lists.map(({ pageIndex }) => pageIndex.lastPageNum)
  }
  expect(await lastPages()).toEqual([2, 2])
  const topicNo = await make(meThere, '하나 더')
  expect(await lastPages()).toEqual([3, 3])
  await meThere.call(deleteTopic, { topicNo })
  expect(await lastPages()).toEqual([2, 2])
})
