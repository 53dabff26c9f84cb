import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { getMailSettings, turnOnMail } from '#protocol/mailNotifications.ts'
import { createLog } from '#server/platform/log.ts'
import { startMailNodes } from '#tests/support/mailNode.ts'
import { comment, shareNewNote, type TestUser } from '#tests/support/users.ts'

const logged: { msg: string }[] = []
const fixtures = await startMailNodes({
  log: createLog('info', { write: line => void logged.push(JSON.parse(line)) }),
})
const { node, otherNode, createHub, mailsTo, advanceClock, mailServer } = fixtures
afterAll(fixtures.stop)

const MINUTE_MS = 60_000
const TEXT = '아무도 보면 안 되는 글'

beforeEach(() => {
  mailServer().respond = {}
  fixtures.nextDay()
})

/** A user whose mention becomes due. */
async function mentionedUser() {
  const { friend, reader, hubNo } = await createHub({ mention: 'soon' })
  await mention({ friend, reader, hubNo })
  return { friend, reader, hubNo }
}

async function mention({ friend, reader, hubNo }: { friend: TestUser; reader: TestUser; hubNo: number }) {
  const noteNo = await shareNewNote(friend, hubNo)
  await comment(friend, { hubNo, noteNo }, `@${reader.name} 봐 주세요`)
  await fixtures.plansAreStored()
  advanceClock(20 * MINUTE_MS)
}

const sendAll = () => Promise.all([node, otherNode, node].map(({ app }) => app.sendMails()))

test('of two nodes that process the plans concurrently only one sends', async () => {
  const users = []
  for (let count = 0; count < 6; count += 1) users.push(await mentionedUser())
  await sendAll()
  await sendAll()
  for (const { reader } of users) expect(mailsTo(reader)).toHaveLength(1)
})

test('a plan that a node took and did not send is sent by another node once the lease has ended', async () => {
  const { reader } = await mentionedUser()
  expect(await node.app.context.repositories.mailPlans.lease(fixtures.now())).toMatchObject({
    userNo: reader.userNo,
  })
  await otherNode.app.sendMails()
  expect(mailsTo(reader)).toEqual([])
  advanceClock(2 * MINUTE_MS)
  await otherNode.app.sendMails()
  expect(mailsTo(reader)).toHaveLength(1)
})

test('a node whose lease has ended does not send beside the one that took over', async () => {
  const { reader } = await mentionedUser()
  const { mailPlans } = node.app.context.repositories
  const late = await mailPlans.lease(fixtures.now())
  advanceClock(2 * MINUTE_MS)
  await otherNode.app.sendMails()
  if (late === null) throw new Error('nothing was leased')
  expect(await mailPlans.beginSending(late, 'hash of the late node', fixtures.now())).toBe(false)
  expect(mailsTo(reader)).toHaveLength(1)
})

test('a mail is never sent again by a node that died while it sent the content', async () => {
  const { reader } = await mentionedUser()
  const { mailPlans } = node.app.context.repositories
  const plan = await mailPlans.lease(fixtures.now())
  if (plan === null) throw new Error('nothing was leased')
  expect(await mailPlans.beginSending(plan, 'hash of the dead node', fixtures.now())).toBe(true)
  advanceClock(60 * MINUTE_MS)
  await sendAll()
  expect(mailsTo(reader)).toEqual([])
})

test('a connection that ends after the content may have delivered it, so the mail is not sent again', async () => {
  const { reader } = await mentionedUser()
  mailServer().respond = { content: 'hangUp' }
  await node.app.sendMails()
  expect(mailsTo(reader)).toHaveLength(1)
  mailServer().respond = {}
  advanceClock(60 * MINUTE_MS)
  await sendAll()
  expect(mailsTo(reader)).toHaveLength(1)
})

test('a dead mail server delays mails, and each is sent once when it is back', async () => {
  const users = [await mentionedUser(), await mentionedUser()]
  await mailServer().stop()
  await sendAll()
  await fixtures.restartMailServer()
  // The nodes leave the server alone for a while.
  await sendAll()
  for (const { reader } of users) expect(mailsTo(reader)).toEqual([])
  advanceClock(2 * MINUTE_MS)
  await sendAll()
  await sendAll()
  for (const { reader } of users) expect(mailsTo(reader)).toHaveLength(1)
})

test.each([
  { what: 'recipient', respond: { recipient: { responseCode: 450, message: '4.2.0 greylisted' } } },
  { what: 'content', respond: { content: { responseCode: 451, message: '4.3.0 try later' } } },
])('a mail that the server defers at the $what is sent later', async ({ respond }) => {
  const { reader } = await mentionedUser()
  mailServer().respond = respond
  await node.app.sendMails()
  mailServer().respond = {}
  await node.app.sendMails()
  expect(mailsTo(reader)).toEqual([])
  advanceClock(MINUTE_MS)
  await sendAll()
  expect(mailsTo(reader)).toHaveLength(1)
  advanceClock(60 * MINUTE_MS)
  await sendAll()
  expect(mailsTo(reader)).toHaveLength(1)
})

test('an unknown mailbox ends notifications at once, until the user turns them on', async () => {
  const room = await mentionedUser()
  const { reader } = room
  mailServer().respond = { recipient: { responseCode: 550, message: '5.1.1 no such user' } }
  await node.app.sendMails()
  mailServer().respond = {}
  expect(await reader.call(getMailSettings, {})).toMatchObject({ off: 'bounced' })
  await mention(room)
  await node.app.sendMails()
  expect(mailsTo(reader)).toEqual([])
  await reader.call(turnOnMail, {})
  expect(await reader.call(getMailSettings, {})).toMatchObject({ off: null })
  await mention(room)
  await node.app.sendMails()
  expect(mailsTo(reader)).toHaveLength(1)
})

test('the third refusal of a mailbox in a row ends notifications', async () => {
  const room = await mentionedUser()
  const { reader } = room
  const offAfterRefusal = async () => {
    mailServer().respond = { recipient: { responseCode: 552, message: '5.2.2 mailbox full' } }
    await node.app.sendMails()
    mailServer().respond = {}
    return (await reader.call(getMailSettings, {})).off
  }
  expect(await offAfterRefusal()).toBeNull()
  await mention(room)
  await node.app.sendMails()
  expect(mailsTo(reader)).toHaveLength(1)
  for (const off of [null, null, 'bounced']) {
    await mention(room)
    expect(await offAfterRefusal()).toBe(off)
  }
})

test('a mail whose content is refused for good is not repeated, and is not the fault of the mailbox', async () => {
  const { reader } = await mentionedUser()
  mailServer().respond = { content: { responseCode: 554, message: '5.7.1 looks like spam' } }
  await node.app.sendMails()
  mailServer().respond = {}
  advanceClock(60 * MINUTE_MS)
  await sendAll()
  expect(mailsTo(reader)).toEqual([])
  expect(await reader.call(getMailSettings, {})).toMatchObject({ off: null })
})

test('a refusal of the sender at the recipient is not the fault of the mailbox, and the mail is sent later', async () => {
  const { reader } = await mentionedUser()
  mailServer().respond = { recipient: { responseCode: 554, message: '5.7.1 relay access denied' } }
  for (let time = 0; time < 4; time += 1) {
    await node.app.sendMails()
    advanceClock(60 * MINUTE_MS)
  }
  expect(await reader.call(getMailSettings, {})).toMatchObject({ off: null })
  mailServer().respond = {}
  await sendAll()
  expect(mailsTo(reader)).toHaveLength(1)
})

test('mails whose content fails are repeated ever later, hold up no others, and are given up after days', async () => {
  const failing = []
  // More than a node sends at a time.
  for (let count = 0; count < 6; count += 1) failing.push(await mentionedUser())
  const { reader } = await mentionedUser()
  const failingNos = new Set(failing.map(room => room.reader.userNo))
  const { notifications, mailPlans } = node.app.context.repositories
  const attempts: number[] = []
  const findUnseen = notifications.findUnseen
  notifications.findUnseen = (userNo, query) => {
    if (!failingNos.has(userNo)) return findUnseen(userNo, query)
    attempts.push(userNo)
    throw new Error(`"${TEXT}" cannot be shown`)
  }
  onTestFinished(() => {
    notifications.findUnseen = findUnseen
  })
  const attemptsAfter = async (minutes: number) => {
    advanceClock(minutes * MINUTE_MS)
    attempts.length = 0
    await node.app.sendMails()
    return attempts.length
  }
  expect(await attemptsAfter(0)).toBe(6)
  expect(mailsTo(reader)).toHaveLength(1)
  expect([await attemptsAfter(1), await attemptsAfter(1), await attemptsAfter(1)]).toEqual([6, 0, 6])
  expect(logged.find(({ msg }) => msg === 'a planned mail failed')).toMatchObject({
    kind: 'soon',
    attempts: 1,
  })
  expect(JSON.stringify(logged)).not.toContain(TEXT)

  const [repaired, ...others] = failing
  failingNos.delete(repaired?.reader.userNo ?? 0)
  expect(await attemptsAfter(60)).toBe(5)
  expect(mailsTo(repaired?.reader as TestUser)).toHaveLength(1)
  expect(await attemptsAfter(3 * 24 * 60)).toBe(5)
  expect(await attemptsAfter(2 * 60)).toBe(0)
  expect(logged.filter(({ msg }) => msg === 'a planned mail is given up')).toHaveLength(others.length)
  expect(await mailPlans.lease(fixtures.now())).toBeNull()
})
