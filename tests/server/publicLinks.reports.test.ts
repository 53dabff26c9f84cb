import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { renderer } from '#client/app/prerender.tsx'
import { getAuditLog } from '#protocol/administration.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getInbox } from '#protocol/inbox.ts'
import { OPEN_REPORTS_OF_NOTE_MAX } from '#protocol/limits.ts'
import { deleteNote, moveNotes, updateNote } from '#protocol/notes.ts'
import {
  createPublicLink,
  getPublicLinks,
  publicLinkPath,
  takeDownPublicLink,
} from '#protocol/publicLinks.ts'
import { getReports, settleReport } from '#protocol/reports.ts'
import { ko } from '#protocol/text/ko.ts'
import { deleteTopic } from '#protocol/topics.ts'
import { restoreTopic, restoreTrash } from '#protocol/trash.ts'
import { visitorPages } from '#server/limits.ts'
import { openNodes } from '#tests/support/node.ts'
import { continueWith } from '#tests/support/series.ts'
import {
  newAdministrator,
  newTopic,
  newUser,
  type TestUser,
  topicOf,
  writeNote,
} from '#tests/support/users.ts'

const loadRenderer = async () => renderer
const [node] = await openNodes({ redisUrl: inject('redisUrl'), loadRenderer })
const administrator = await newAdministrator(node)
let author: TestUser
let noteNo: number

beforeEach(async () => {
  author = await newUser(node.url, '글쓰는사람')
  noteNo = await writeNote(author, '산책의 기록', '## 아침\n\n강을 따라 **걸었다**.')
})

async function publish(): Promise<string> {
  const reply = await author.call(createPublicLink, { noteNo })
  if (!reply.success) throw new Error(reply.message)
  return publicLinkPath(reply.link.linkId)
}
const visit = (path: string, init: RequestInit = {}) =>
  fetch(node.url + path, { redirect: 'manual', ...init })
const bodyOf = async (path: string) => (await fetch(node.url + path)).text()
const linkIdOf = (path: string) => path.slice('/p/'.length)
const report = (path: string, words: string, headers: Record<string, string> = {}) =>
  visit(`${path}/report`, { method: 'POST', body: new URLSearchParams({ words }), headers })

test('a visitor reports a note, and an administrator reads it and takes it down for good', async () => {
  const path = await publish()
  const form = await visit(`${path}/report`)
  expect(form.headers.get('Content-Security-Policy')).toContain("form-action 'self'")
  const sent = await report(path, '남의 전화번호가 있어요.')
  expect([sent.status, sent.headers.get('Location')]).toEqual([303, `${path}/report?sent`])
  expect(await bodyOf(`${path}/report?sent`)).toContain(ko['publicPage.reported'])

  const find = async () =>
    (await administrator.call(getReports, {})).itemList.find(({ about }) => about === author.name)
  const linkId = linkIdOf(path)
  const found = await find()
  expect(found).toMatchObject({
    kind: 'publicNote',
    reporter: '',
    words: '남의 전화번호가 있어요.',
    copy: '산책의 기록\n## 아침\n\n강을 따라 **걸었다**.',
    publicLink: { linkId, isLive: true },
  })
  await administrator.call(takeDownPublicLink, { linkId, reason: '남의 전화번호를 지워 주세요.' })
  expect(await find()).toMatchObject({ publicLink: { linkId, isLive: false } })
  await administrator.call(settleReport, {
    reportNo: found?.reportNo ?? 0,
    outcome: '내렸다.',
    hasActed: true,
  })

  const { news } = await author.call(getInbox, {})
  expect(news).toMatchObject([
    { kind: 'takenDown', reason: '남의 전화번호를 지워 주세요.', note: { noteNo, title: '산책의 기록' } },
  ])
  const { itemList } = await administrator.call(getAuditLog, {})
  expect(itemList).toContainEqual(
    expect.objectContaining({ kind: 'tookDownLink', about: author.name, thingNo: noteNo }),
  )
  const refused = { success: false, message: ko['publicLinks.takenDown'] }
  expect(await author.call(createPublicLink, { noteNo })).toEqual(refused)
  await author.call(deleteNote, { noteNo })
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  const topicNo = await topicOf(author, noteNo)
  await author.call(deleteTopic, { topicNo })
  await author.call(restoreTopic, { topicNo })
  await author.call(moveNotes, { noteNosJSON: JSON.stringify([noteNo]), topicNo: await newTopic(author) })
  await author.call(updateNote, { noteNo, title: '새 글', text: encodeText('다시 쓴 글') })
  expect(await author.call(createPublicLink, { noteNo })).toEqual(refused)
  expect(await author.call(getPublicLinks, {})).toMatchObject({
    takenDown: [{ noteNo, reason: '남의 전화번호를 지워 주세요.' }],
  })
  expect(await administrator.request(takeDownPublicLink, { linkId, reason: '또' })).toMatchObject({
    status: 404,
  })
})

test.each([
  ['nothing', '', {}],
  ['blanks', ' \n\u200b', {}],
  ['too much', '가'.repeat(301), {}],
  ['words from another site', '광고', { 'Sec-Fetch-Site': 'cross-site' }],
  ['words from another site in an old browser', '광고', { Origin: 'https://spam.example' }],
])('a report of %s is not stored', async (_, words, headers) => {
  const response = await report(await publish(), words, headers)
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(ko['publicPage.checkWords'])
  const { itemList } = await administrator.call(getReports, {})
  expect(itemList.filter(({ about }) => about === author.name)).toEqual([])
})

test.each(['null', 'own'])('a report with the origin %s of our own form is stored', async origin => {
  const sent = await report(await publish(), '광고예요.', { Origin: origin === 'own' ? node.url : origin })
  expect(sent.status).toBe(303)
})

test('the page of a part reports this part, and leads back to it', async () => {
  const path = await publish()
  await continueWith(author, noteNo, '## 저녁\n\n남의 전화번호')
  expect(await bodyOf(`${path}/2`)).toContain(`href="${path}/2/report"`)
  expect(await bodyOf(`${path}/2/report`)).toMatch(new RegExp(`action="${path}/2/report".*href="${path}/2"`))
  const sent = await report(`${path}/2`, '남의 전화번호가 있어요.')
  expect([sent.status, sent.headers.get('Location')]).toEqual([303, `${path}/2/report?sent`])
  expect(await bodyOf(`${path}/2/report?sent`)).toContain(`href="${path}/2"`)
  const { itemList } = await administrator.call(getReports, {})
  expect(itemList.find(({ about }) => about === author.name)).toMatchObject({
    copy: '산책의 기록 (2/2)\n## 저녁\n\n남의 전화번호',
    publicLink: { linkId: linkIdOf(path), isLive: true },
  })
  expect((await visit(`${path}/3/report`)).status).toBe(404)
})

test('opening the form often, or sending it empty, does not keep the server busy with rendering', async () => {
  let rendered = 0
  const counting: typeof renderer = {
    ...renderer,
    renderForVisitors(...parts) {
      rendered += 1
      return renderer.renderForVisitors(...parts)
    },
  }
  const [counted] = await openNodes({ loadRenderer: async () => counting, rateLimitScale: 1 })
  const writer = await newUser(counted.url)
  const reply = await writer.call(createPublicLink, { noteNo: await writeNote(writer, '제목') })
  const path = counted.url + (reply.success ? publicLinkPath(reply.link.linkId) : '')
  for (let asked = 0; asked < 10; asked++) {
    expect((await fetch(`${path}/report`)).status).toBe(200)
    expect((await fetch(`${path}/report?sent`)).status).toBe(200)
  }
  expect(rendered).toBe(2)
  const { burst } = visitorPages.rejectedForms
  const statuses = new Set<number>()
  for (let sent = 0; sent < 2 * burst; sent++)
    statuses.add((await fetch(`${path}/report`, { method: 'POST', body: new URLSearchParams() })).status)
  expect(statuses).toEqual(new Set([400, 429]))
  expect(rendered).toBeLessThan(2 + 1.5 * burst)
  await writer.call(updateNote, { noteNo: reply.success ? reply.link.noteNo : 0, title: '새 제목', text: '' })
  expect(await (await fetch(`${path}/report`)).text()).toContain('새 제목')
})

test('versions of an author that took long to render make further ones wait', async () => {
  let skippedMs = 0
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs)
  onTestFinished(() => clock.mockRestore())
  const slow: typeof renderer = {
    ...renderer,
    renderForVisitors(...parts) {
      skippedMs += 6_000
      return renderer.renderForVisitors(...parts)
    },
  }
  const [limited] = await openNodes({ loadRenderer: async () => slow, rateLimitScale: 1 })
  const writer = await newUser(limited.url)
  const noteNo = await writeNote(writer, '제목')
  const reply = await writer.call(createPublicLink, { noteNo })
  const path = limited.url + (reply.success ? publicLinkPath(reply.link.linkId) : '')
  expect((await fetch(path)).status).toBe(200)
  await writer.call(updateNote, { noteNo, title: '새 제목', text: '' })
  expect((await fetch(path)).status).toBe(429)
  skippedMs += 60_000
  expect((await fetch(path)).status).toBe(200)
})

test('nobody can fill the list of reports: beyond some open ones about a note, further ones are dropped', async () => {
  const path = await publish()
  for (let sent = 0; sent <= OPEN_REPORTS_OF_NOTE_MAX; sent++)
    expect((await report(path, `광고예요. ${sent}`)).status).toBe(303)
  const linkId = linkIdOf(path)
  expect(await node.mongo.collection('reports').countDocuments({ linkId })).toBe(OPEN_REPORTS_OF_NOTE_MAX)
})

test('an address can send a few reports, and must wait for further pages after very many', async () => {
  const [limited] = await openNodes({ loadRenderer, rateLimitScale: 0.1 })
  const writer = await newUser(limited.url)
  const reply = await writer.call(createPublicLink, { noteNo: await writeNote(writer) })
  const path = limited.url + (reply.success ? publicLinkPath(reply.link.linkId) : '')
  const body = new URLSearchParams({ words: '광고' })
  const send = async () =>
    (await fetch(`${path}/report`, { method: 'POST', body, redirect: 'manual' })).status
  expect([await send(), await send()]).toEqual([303, 429])
  let last = await fetch(path)
  for (let asked = 0; asked < 500 && last.status === 200; asked++)
    last = await fetch(path, { method: 'HEAD' })
  expect([last.status, last.headers.get('Retry-After')]).toEqual([429, '5'])
})
