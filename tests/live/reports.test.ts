import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#protocol/myInfo.ts'
import { getReports, sendReport, settleReport } from '#protocol/reports.ts'
import { catchUpWith } from '#tests/support/catchUp.ts'
import { makeHub, newAdministrator, newPerson, PASSWORD, shareNewNote } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

let nodes: Awaited<ReturnType<typeof startTwoNodes>>

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

test('what happens to a report is told to the administrators at every node, and to nobody whom it is about', async () => {
  const administrators = [await newAdministrator(nodes.here), await newAdministrator(nodes.there)] as const
  const [one, reported] = administrators
  const reporter = await newPerson(nodes.here.url)
  const hubNo = await makeHub(reporter, reported, await newPerson(nodes.there.url))
  const noteNo = await shareNewNote(reported, hubNo, '돌보미의 노트')
  const catchUp = await catchUpWith(reporter, reported)
  const desks = [await one.listens(), await one.listens(nodes.there.url)]
  const others = [await reported.listens(), await reporter.listens()]

  async function tellsDesks(times: number) {
    for (const desk of desks) await desk.receives('reports:changed', () => told(desk) === times)
  }
  await reporter.does(sendReport, { hubNo, noteNo, copy: '돌보미의 노트' })
  await tellsDesks(1)
  const reportNo = (await one.does(getReports, {})).itemList[0]?.reportNo ?? 0
  await one.does(settleReport, { reportNo, outcome: '이야기해 보았어요.' })
  await tellsDesks(2)
  await catchUp(...others)
  for (const tab of others) expect(told(tab)).toBe(0)

  await reporter.does(deleteAccount, { password: PASSWORD, deleteContributions: true })
  await tellsDesks(3)
  for (const tab of [...desks, ...others]) tab.close()
})

const told = (tab: { received: { name: string }[] }) =>
  tab.received.filter(({ name }) => name === 'reports:changed').length
