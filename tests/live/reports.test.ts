import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#protocol/myInfo.ts'
import { getReports, sendReport, settleReport } from '#protocol/reports.ts'
import { createCatchUp } from '#tests/support/catchUp.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import { makeHub, newAdministrator, newUser, PASSWORD, shareNewNote } from '#tests/support/users.ts'

let nodes: Awaited<ReturnType<typeof startTwoNodes>>

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

test('changes of a report are published to the administrators at every node, except to the reported one', async () => {
  const administrators = [
    await newAdministrator(nodes.firstNode),
    await newAdministrator(nodes.secondNode),
  ] as const
  const [one, reported] = administrators
  const reporter = await newUser(nodes.firstNode.url)
  const hubNo = await makeHub(reporter, reported, await newUser(nodes.secondNode.url))
  const noteNo = await shareNewNote(reported, hubNo, '돌보미의 노트')
  const catchUp = await createCatchUp(reporter, reported)
  const desks = [await one.openSocket(), await one.openSocket(nodes.secondNode.url)]
  const others = [await reported.openSocket(), await reporter.openSocket()]

  async function notifiesAdministrators(times: number) {
    for (const desk of desks) await desk.waitForEvent('reports:changed', () => published(desk) === times)
  }
  await reporter.call(sendReport, { hubNo, noteNo, copy: '돌보미의 노트' })
  await notifiesAdministrators(1)
  const reportNo = (await one.call(getReports, {})).itemList[0]?.reportNo ?? 0
  await one.call(settleReport, { reportNo, outcome: '이야기해 보았어요.' })
  await notifiesAdministrators(2)
  await catchUp(...others)
  for (const tab of others) expect(published(tab)).toBe(0)

  await reporter.call(deleteAccount, { password: PASSWORD, deleteContributions: true })
  await notifiesAdministrators(3)
  for (const tab of [...desks, ...others]) tab.close()
})

const published = (tab: { received: { name: string }[] }) =>
  tab.received.filter(({ name }) => name === 'reports:changed').length
