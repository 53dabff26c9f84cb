import { expect, test } from 'vitest'
import { endSessionsOf, getAuditLog, suspendPerson } from '#protocol/administration.ts'
import { answerSuggestion, deleteSuggestion } from '#protocol/agora.ts'
import { AUDIT_LOG_MS } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { createNotice } from '#protocol/notices.ts'
import { openNodes } from '#tests/support/node.ts'
import {
  newAdministrator,
  newUser,
  newUsers,
  PASSWORD,
  suggest,
  type TestUser,
} from '#tests/support/users.ts'

let now = Date.now()

const [node] = await openNodes({ clock: () => new Date(now) })
const reader = await newAdministrator(node)

/** The audit log entries of one administrator, newest first. */
async function auditLogOf({ name }: TestUser) {
  now += 1
  const { itemList } = await reader.call(getAuditLog, { itemsPerPage: 50 })
  return itemList.filter(({ by }) => by === name)
}
/** Runs the steps one after the other, a moment apart by the node’s clock. */
async function runInSequence(...steps: (() => Promise<unknown>)[]) {
  for (const step of steps) {
    now += 1
    await step()
  }
}

test('each entry shows the actor and the target, and nothing that anybody wrote', async () => {
  const administrator = await newAdministrator(node)
  const user = await newUser(node.url)
  const { userNo, name: about } = user
  const { suggestionNo, opinion } = await suggest(user)
  await runInSequence(
    () => administrator.call(answerSuggestion, { suggestionNo, answer: '비밀스러운 답변' }),
    () => administrator.call(deleteSuggestion, { suggestionNo }),
    () => administrator.call(endSessionsOf, { userNo }),
    () => administrator.call(suspendPerson, { userNo, isSuspended: true }),
    () => administrator.call(suspendPerson, { userNo, isSuspended: false }),
    () =>
      administrator.call(createNotice, { display: 1, title: '비밀스러운 공지', content: '비밀스러운 내용' }),
  )
  const entries = await auditLogOf(administrator)
  expect(entries.map(({ kind, about, thingNo }) => [kind, about, thingNo])).toEqual([
    ['postedNotice', '', expect.any(Number)],
    ['lifted', about, null],
    ['suspended', about, null],
    ['signedOut', about, null],
    ['deletedOpinion', about, suggestionNo],
    ['answeredOpinion', about, suggestionNo],
  ])
  for (const text of [opinion, '비밀스러운']) expect(JSON.stringify(entries)).not.toContain(text)
})

test('rejected actions and actions on own data are not logged', async () => {
  const administrator = await newAdministrator(node)
  const { suggestionNo } = await suggest(administrator)
  await administrator.call(deleteSuggestion, { suggestionNo })
  await administrator.call(suspendPerson, { userNo: administrator.userNo, isSuspended: true })
  await administrator.request(endSessionsOf, { userNo: 999_999 })
  expect(await auditLogOf(administrator)).toEqual([])
})

test('the entries about an account are deleted with it, and so is the name of a deleted actor', async () => {
  const administrator = await newAdministrator(node)
  const [deletedUser, stays] = await newUsers(node.url, node.url)
  await runInSequence(
    async () => administrator.call(answerSuggestion, { ...(await suggest(deletedUser)), answer: '네' }),
    async () => administrator.call(answerSuggestion, { ...(await suggest(stays)), answer: '네' }),
  )
  await deletedUser.call(deleteAccount, { password: PASSWORD })
  expect((await auditLogOf(administrator)).map(({ about }) => about)).toEqual([stays.name])
  await administrator.call(deleteAccount, { password: PASSWORD })
  expect(await auditLogOf(administrator)).toEqual([])
  const { itemList } = await reader.call(getAuditLog, {})
  expect(itemList[0]).toMatchObject({ by: '', about: stays.name })
})

test('an entry is deleted after a year, and not before', async () => {
  const { auditLog } = node.app.context.repositories
  await reader.call(createNotice, { display: 0, title: '오래될 공지', content: '오래될 내용' })
  const count = async () => (await auditLog.findPageFor(0, { skip: 0, limit: 50 })).length
  const before = await count()
  now += AUDIT_LOG_MS - 1
  await auditLog.cleanUp(new Date(now))
  expect(await count()).toBeLessThanOrEqual(before)
  expect(await count()).toBeGreaterThan(0)
  now += 1
  await auditLog.cleanUp(new Date(now))
  expect(await count()).toBe(0)
})
