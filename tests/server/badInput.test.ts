import { expect, test } from 'vitest'
import * as accounts from '#protocol/accounts.ts'
import * as agora from '#protocol/agora.ts'
import * as comments from '#protocol/comments.ts'
import * as hubs from '#protocol/hubs.ts'
import {
  ANSWER_MAX,
  COMMENT_MAX,
  ITEMS_PER_PAGE_MAX,
  NOTE_BODY_MAX,
  NOTE_TITLE_MAX,
  NOTICE_CONTENT_MAX,
  NOTICE_TITLE_MAX,
  SEEN_SEQS_MAX,
  TOPIC_TITLE_MAX,
} from '#protocol/limits.ts'
import * as mailNotifications from '#protocol/mailNotifications.ts'
import * as myInfo from '#protocol/myInfo.ts'
import * as notes from '#protocol/notes.ts'
import * as notices from '#protocol/notices.ts'
import { markSeen } from '#protocol/seen.ts'
import { getShareHubs } from '#protocol/shares.ts'
import * as topics from '#protocol/topics.ts'
import { type AnyCall, type AnyPath, allCalls } from '#tests/support/allCalls.ts'
import { dumpDatabase } from '#tests/support/dumpDatabase.ts'
import { createFixtures } from '#tests/support/fixtures.ts'
import { openNodes } from '#tests/support/node.ts'
import { validInputs } from '#tests/support/validInputs.ts'
import { callerOf } from './authorization/permissions.ts'

// The clock stands still, so that the last activity of sessions is not written.
const now = new Date()
const [node] = await openNodes({ clock: () => now })
const fixtures = await createFixtures(node.url, node.app.context.repositories.users)

const noNumber = [{ $gt: '' }, ['1'], null, true, '', 0, 1.5]
/** All calls share the schema of numbers, so these are tried for the calls of topics only. */
const misspelled = ['abc', '-1', '1e3', 1e21, ' 1', '1\0']
const perPage = [...noNumber, ITEMS_PER_PAGE_MAX + 1, String(ITEMS_PER_PAGE_MAX + 1)]
const noText = [{ $gt: '' }, ['글'], null, true, 5, '글\0', '글\u0007']
const text = (max: number) => [undefined, '', '   ', '가'.repeat(max + 1), ...noText]
const tooLong = encodeURIComponent('가'.repeat(NOTE_BODY_MAX + 1))
const encoded = [undefined, tooLong, '%', '%ED%95', 'x%00', ...noText]
const key = ['', 'x', ...noText]
const noBoolean = ['', 'never', 5, null, [true], { $gt: '' }]
const list = [undefined, '', '{', '{}', 'null', '"1"', '1', [1], { $gt: '' }, null]
const noNumbers = ['["a"]', '[-1]', '[1.5]', '[{"$gt":0}]', '[null]', '[[1]]']
const numberList = [...list, ...noNumbers, JSON.stringify(Array(201).fill(1))]
const noEmails = ['[1]', '[{"$gt":""}]', JSON.stringify(Array(11).fill('x@example.com'))]
const tooManySeqs = JSON.stringify(Array(SEEN_SEQS_MAX + 1).fill(1))
const noticeFields = {
  display: [undefined, 2, -1, '', '2', 'true', true, null, [1], { $ne: 0 }],
  title: [undefined, '네글자요', '가'.repeat(NOTICE_TITLE_MAX + 1), ...noText],
  content: ['네글자요', '  네글자요  ', ...text(NOTICE_CONTENT_MAX)],
}

const noString = [{ $ne: null }, ['x'], 5, true, null]
const required = [undefined, ...noString]
/** The invalid values of fields that are no numbers. */
const invalidValues: Partial<Record<AnyPath, Record<string, unknown[]>>> = {
  [accounts.register.path]: { email: required, username: required, mobile: noString, password: required },
  [accounts.signIn.path]: { email: required, password: required },
  [accounts.checkRegData.path]: { email: noString, username: noString, mobile: noString },
  [accounts.requestPasswordReset.path]: { email: required },
  [accounts.confirmEmail.path]: { token: required },
  [myInfo.requestMyInfo.path]: { email: required, password: required },
  [myInfo.updateMyInfo.path]: { mobile: noString, password: noString },
  [myInfo.deleteAccount.path]: { password: noString },
  [topics.createTopic.path]: { title: text(TOPIC_TITLE_MAX) },
  [topics.renameTopic.path]: { title: text(TOPIC_TITLE_MAX) },
  [notes.postNote.path]: { title: text(NOTE_TITLE_MAX), text: encoded, requestKey: key },
  [notes.updateNote.path]: { title: text(NOTE_TITLE_MAX), text: encoded },
  [getShareHubs.path]: { needSharedList: [{ $gt: '' }, [1], null] },
  [hubs.getHubs.path]: { onlyUnread: ['', 'never', [true]], order: ['', 'name', 'talk '] },
  [mailNotifications.setMailDigest.path]: { isOn: noBoolean },
  [mailNotifications.chooseMail.path]: Object.fromEntries(
    mailNotifications.mailKinds.map(kind => [kind, ['', 'often', ...required]]),
  ),
  [hubs.muteHub.path]: { isMuted: noBoolean },
  [hubs.pinHub.path]: { isPinned: noBoolean },
  [hubs.searchFriends.path]: { candidatesJSON: [...list, ...noEmails] },
  [hubs.createHub.path]: { candidatesJSON: numberList },
  [hubs.addMatching.path]: { friendsJSON: numberList, expectedResult: numberList },
  [hubs.disjoin.path]: { declineInvitations: noBoolean },
  [markSeen.path]: { seqsJSON: ['', '[]', '1', '{}', '[0]', ...noNumbers, tooManySeqs] },
  [comments.postComment.path]: { text: [...text(COMMENT_MAX), '\n \n'], requestKey: [undefined, ...key] },
  [comments.updateComment.path]: { text: text(COMMENT_MAX) },
  [agora.answerSuggestion.path]: { answer: text(ANSWER_MAX) },
  [agora.createSuggestion.path]: { suggestion: ['아홉 글자 의견요', ...text(100)] },
  [notices.createNotice.path]: { ...noticeFields, title: ['네글자요', ...text(NOTICE_TITLE_MAX)] },
  [notices.updateNotice.path]: noticeFields,
}

/** Fields whose valid input has a number that may be missing. */
const optional = [
  '/api/discussion/react commentNo',
  '/api/inbox/seenthread commentNo',
  '/api/feed/create hubNo',
  '/api/feed/end hubNo',
]

/** The invalid values of each field that is a number. */
function invalidNumbers({ path, request }: AnyCall, valid: Record<string, unknown>) {
  const invalid: Record<string, unknown[]> = {}
  for (const field of Object.keys((request as unknown as { shape: object }).shape)) {
    if (/PerPage$|^offset$/.test(field)) invalid[field] = perPage
    if (!/No$|^(base|before|seq|version)$/.test(field)) continue
    invalid[field] = [...noNumber, ...(path.startsWith('/api/topic/') ? misspelled : [])]
    if (/No$/.test(field) && field in valid && !optional.includes(`${path} ${field}`))
      invalid[field].push(undefined)
  }
  return invalid
}

test('each call names the invalid field, in Korean, and changes nothing', { timeout: 120_000 }, async () => {
  const cases: [AnyCall, Record<string, unknown>][] = []
  for (const call of allCalls) cases.push([call, { ...(await validInputs[call.path](fixtures, null)) }])
  await node.app.context.backgroundTasks.onIdle()
  const before = await dumpDatabase(node.mongo)
  let tried = 0
  for (const [call, valid] of cases) {
    const user = callerOf(fixtures, call.path) ?? fixtures.author
    for (const [field, values] of Object.entries({
      ...invalidNumbers(call, valid),
      ...invalidValues[call.path],
    }))
      await Promise.all(
        values.map(async value => {
          const answer = await user.callWithInvalidInput(call, { ...valid, [field]: value })
          expect.soft(answer, `${call.path} ${field}: ${JSON.stringify(value)?.slice(0, 40)}`).toEqual({
            status: 400,
            body: { success: false, code: 'invalid', field, message: expect.stringMatching(/[가-힣]/) },
          })
          tried += 1
        }),
      )
  }
  expect(tried).toBeGreaterThan(1_000)
  await node.app.context.backgroundTasks.onIdle()
  expect(await dumpDatabase(node.mongo)).toEqual(before)
})
