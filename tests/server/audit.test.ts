import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerSuggestion, deleteSuggestion } from '#protocol/agora.ts'
import { getAuditLog } from '#protocol/audit.ts'
import { AUDIT_LOG_MS } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { createNotice } from '#protocol/notices.ts'
import { endSessionsOf, suspendPerson } from '#protocol/suspension.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newAdministrator, newPerson, PASSWORD, type Person, suggest } from '#tests/support/person.ts'

let node: TestNode
let now = Date.now()
let reader: Person

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now) })
  reader = await newAdministrator(node)
})
afterAll(() => node.stop())

/** What is told of what one administrator did, the last first. */
async function auditLogOf({ name }: Person) {
  now += 1
  const { itemList } = await reader.does(getAuditLog, { itemsPerPage: 50 })
  return itemList.filter(({ by }) => by === name)
}
/** Each a moment after the one before, by the node's clock. */
async function inTurn(...steps: (() => Promise<unknown>)[]) {
  for (const step of steps) {
    now += 1
    await step()
  }
}

test('each deed is told with who did it and to whom, and with nothing that anybody wrote', async () => {
  const administrator = await newAdministrator(node)
  const person = await newPerson(node.url)
  const { userNo, name: about } = person
  const { suggestionNo, opinion } = await suggest(person)
  await inTurn(
    () => administrator.does(answerSuggestion, { suggestionNo, answer: '비밀스러운 답변' }),
    () => administrator.does(deleteSuggestion, { suggestionNo }),
    () => administrator.does(endSessionsOf, { userNo }),
    () => administrator.does(suspendPerson, { userNo, isSuspended: true }),
    () => administrator.does(suspendPerson, { userNo, isSuspended: false }),
    () =>
      administrator.does(createNotice, { display: 1, title: '비밀스러운 공지', content: '비밀스러운 내용' }),
  )
  const told = await auditLogOf(administrator)
  expect(told.map(({ kind, about, thingNo }) => [kind, about, thingNo])).toEqual([
    ['postedNotice', '', expect.any(Number)],
    ['lifted', about, null],
    ['suspended', about, null],
    ['signedOut', about, null],
    ['deletedOpinion', about, suggestionNo],
    ['answeredOpinion', about, suggestionNo],
  ])
  for (const text of [opinion, '비밀스러운']) expect(JSON.stringify(told)).not.toContain(text)
})

test('what was refused, and what one does to what is one’s own, is no deed', async () => {
  const administrator = await newAdministrator(node)
  const { suggestionNo } = await suggest(administrator)
  await administrator.does(deleteSuggestion, { suggestionNo })
  await administrator.does(suspendPerson, { userNo: administrator.userNo, isSuspended: true })
  await administrator.asks(endSessionsOf, { userNo: 999_999 })
  expect(await auditLogOf(administrator)).toEqual([])
})

test('what was done to an account goes with it, and whose deed it was with theirs', async () => {
  const administrator = await newAdministrator(node)
  const [leaver, stays] = [await newPerson(node.url), await newPerson(node.url)]
  await inTurn(
    async () => administrator.does(answerSuggestion, { ...(await suggest(leaver)), answer: '네' }),
    async () => administrator.does(answerSuggestion, { ...(await suggest(stays)), answer: '네' }),
  )
  await leaver.does(deleteAccount, { password: PASSWORD })
  expect((await auditLogOf(administrator)).map(({ about }) => about)).toEqual([stays.name])
  await administrator.does(deleteAccount, { password: PASSWORD })
  expect(await auditLogOf(administrator)).toEqual([])
  const { itemList } = await reader.does(getAuditLog, {})
  expect(itemList[0]).toMatchObject({ by: '', about: stays.name })
})

test('after a year a deed is gone, and not before', async () => {
  const { auditLog } = node.app.context.stores
  await reader.does(createNotice, { display: 0, title: '오래될 공지', content: '오래될 내용' })
  const count = async () => (await auditLog.pageFor(0, { skip: 0, limit: 50 })).length
  const before = await count()
  now += AUDIT_LOG_MS - 1
  await auditLog.cleanUp(new Date(now))
  expect(await count()).toBeLessThanOrEqual(before)
  expect(await count()).toBeGreaterThan(0)
  now += 1
  await auditLog.cleanUp(new Date(now))
  expect(await count()).toBe(0)
})
