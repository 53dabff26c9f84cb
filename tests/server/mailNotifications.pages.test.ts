import { afterAll, expect, test } from 'vitest'
import {
  chooseMail,
  getMailSettings,
  MAIL_EVENTS_PATH,
  NO_MAIL,
  setMailDigest,
} from '#protocol/mailNotifications.ts'
import { startMailNodes } from '#tests/support/mailNode.ts'
import { emptyDatabase, startNode } from '#tests/support/node.ts'
import { comment, shareNewNote, signInUser, type TestUser } from '#tests/support/users.ts'

const fixtures = await startMailNodes()
const { node, createHub, mailsTo, sendSoon, advanceClock } = fixtures
// Without a mail server and a secret, and with hardly any requests allowed.
const plain = await startNode({ mongoUrl: await emptyDatabase(), rateLimitScale: 0.01 })
afterAll(async () => {
  await plain.stop()
  await fixtures.stop()
})

/** The path in the header, which mail programs use. */
function unsubscribePathOf(reader: TestUser): string {
  const headers = new Map(
    mailsTo(reader)
      .at(-1)
      ?.headers.map(({ key, value }) => [key, value]),
  )
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const address = headers.get('list-unsubscribe')?.match(/^<(https:\/\/geulmaru\.example.+)>$/)?.[1] ?? ''
  expect(mailsTo(reader).at(-1)?.text).toContain(address)
  return new URL(address).pathname
}

const oneClick = (path: string, body: string | FormData = 'List-Unsubscribe=One-Click') =>
  fetch(node.url + path, {
    method: 'POST',
    body,
    ...(typeof body === 'string' && { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
  })

async function mailedUser() {
  const room = await createHub({ mention: 'soon', note: 'daily' })
  const noteNo = await shareNewNote(room.friend, room.hubNo)
  await comment(room.friend, { hubNo: room.hubNo, noteNo }, `@${room.reader.name}`)
  await sendSoon()
  return room
}

test('one POST without a session unsubscribes; opening the page, as mail scanners do, does not', async () => {
  const { reader, hubNo } = await mailedUser()
  await reader.call(setMailDigest, { hubNo, isOn: true })
  const path = unsubscribePathOf(reader)
  for (const method of ['GET', 'HEAD', 'OPTIONS']) await fetch(node.url + path, { method })
  const page = await fetch(node.url + path, { headers: { 'Accept-Language': 'en' } })
  const html = await page.text()
  expect(html).toContain('<form method="post">')
  expect(html).not.toContain(reader.email)
  expect(page.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(page.headers.get('Cache-Control')).toBe('no-store')
  expect(await reader.call(getMailSettings, {})).toMatchObject({
    choices: { mention: 'soon', note: 'daily' },
  })

  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  for (const body of [form, 'List-Unsubscribe=One-Click'])
    expect((await oneClick(path, body)).status).toBe(200)
  const settings = await reader.call(getMailSettings, {})
  expect(settings).toMatchObject({ choices: NO_MAIL, off: null })
  expect(settings.rooms).toContainEqual(expect.objectContaining({ hubNo, hasDigest: false }))
})

test('the address in a digest ends the digest of its room only', async () => {
  const { friend, reader, hubNo } = await createHub({ mention: 'weekly' })
  await reader.call(setMailDigest, { hubNo, isOn: true })
  await shareNewNote(friend, hubNo)
  await fixtures.plansAreStored()
  advanceClock(7 * 24 * 60 * 60_000)
  await node.app.sendMails()
  expect((await oneClick(unsubscribePathOf(reader))).status).toBe(200)
  const returned = await signInUser(node.url, reader.email)
  const settings = await returned.call(getMailSettings, {})
  expect(settings.choices.mention).toBe('weekly')
  expect(settings.rooms).toMatchObject([{ hubNo, hasDigest: false }])
})

test('an unknown address says nothing, and one works for 60 days', async () => {
  expect((await oneClick(`/mail/unsubscribe/${'x'.repeat(22)}`)).status).toBe(404)
  expect((await oneClick('/mail/unsubscribe/%E0%A4%A')).status).toBe(404)
  const { reader } = await mailedUser()
  const path = unsubscribePathOf(reader)
  advanceClock(59 * 24 * 60 * 60_000)
  await node.app.cleanUp()
  expect((await oneClick(path)).status).toBe(200)
  advanceClock(2 * 24 * 60 * 60_000)
  await node.app.cleanUp()
  expect((await oneClick(path)).status).toBe(404)
})

test('the secret of the address is stored as a hash only', async () => {
  const { reader } = await mailedUser()
  const secret = unsubscribePathOf(reader).split('/').at(-1)
  const plans = await node.mongo.collection('mailPlans').find({ userNo: reader.userNo }).toArray()
  expect(plans.map(({ state }) => state)).toContain('sent')
  expect(JSON.stringify(plans)).not.toContain(secret)
})

const report = (body: object | string, authorization = 'Bearer only-mail-services-know-it') =>
  fetch(node.url + MAIL_EVENTS_PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: authorization },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test.each([
  { type: 'bounce', off: 'bounced' },
  { type: 'complaint', off: 'complained' },
])('a $type that a mail service reports ends notifications', async ({ type, off }) => {
  const { friend, reader, hubNo } = await mailedUser()
  expect((await report({ type, address: ` ${reader.email.toUpperCase()}` })).status).toBe(204)
  expect(await reader.call(getMailSettings, {})).toMatchObject({ off, choices: { mention: 'soon' } })
  const noteNo = await shareNewNote(friend, hubNo)
  await comment(friend, { hubNo, noteNo }, `@${reader.name}`)
  await sendSoon()
  expect(mailsTo(reader)).toHaveLength(1)
})

test('reports without the secret, and senseless ones, change nothing', async () => {
  const { reader } = await mailedUser()
  const event = { type: 'bounce', address: reader.email }
  for (const authorization of [
    '',
    'Bearer ',
    'Bearer only-mail-services-know-i',
    'only-mail-services-know-it',
  ])
    expect((await report(event, authorization)).status, authorization).toBe(401)
  const senseless = [
    { ...event, type: 'open' },
    { type: 'bounce' },
    { ...event, address: 1 },
    { ...event, address: 'a'.repeat(321) },
    '{',
    '[]',
    '',
  ]
  for (const body of senseless) expect((await report(body)).status, JSON.stringify(body)).toBe(400)
  expect((await report({ ...event, more: 'x'.repeat(3_000) })).status).toBe(413)
  expect((await report({ ...event, address: 'nobody@example.com' })).status).toBe(204)
  expect(await reader.call(getMailSettings, {})).toMatchObject({ off: null })
})

test('without a mail server there are no mails, and without a secret no reports', async () => {
  const response = await fetch(plain.url + MAIL_EVENTS_PATH, { method: 'POST', body: '{}' })
  expect(response.status).toBe(404)
  const statuses = []
  for (let time = 0; time < 8; time += 1)
    statuses.push((await fetch(`${plain.url}/mail/unsubscribe/${'x'.repeat(22)}`)).status)
  expect(statuses[0]).toBe(404)
  expect(statuses.at(-1)).toBe(429)
})

test('a room of others gets no digest', async () => {
  const { hubNo } = await createHub()
  const stranger = await fixtures.newReader()
  expect((await stranger.request(setMailDigest, { hubNo, isOn: true })).status).toBe(404)
  await stranger.call(chooseMail, NO_MAIL)
})
