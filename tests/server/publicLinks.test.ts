import { JSDOM } from 'jsdom'
import { beforeEach, expect, inject, test } from 'vitest'
import { renderer } from '#client/app/prerender.tsx'
import { suspendPerson } from '#protocol/administration.ts'
import { blockPerson } from '#protocol/blocking.ts'
import { encodeText } from '#protocol/encoding.ts'
import { QUOTAS } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { deleteNote, getNote, moveNotes, updateNote } from '#protocol/notes.ts'
import {
  createPublicLink,
  endPublicLink,
  getPublicLinks,
  indexPublicLink,
  publicLinkPath,
  takeDownPublicLink,
} from '#protocol/publicLinks.ts'
import { shareNote } from '#protocol/shares.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { deleteTopic } from '#protocol/topics.ts'
import { restoreTopic, restoreTrash } from '#protocol/trash.ts'
import { openNodes } from '#tests/support/node.ts'
import { continueWith, writeSeries } from '#tests/support/series.ts'
import {
  comment,
  lookUp,
  makeHub,
  newAdministrator,
  newTopic,
  newUser,
  PASSWORD,
  type TestUser,
  topicOf,
  writeNote,
} from '#tests/support/users.ts'

const redisUrl = inject('redisUrl')
const loadRenderer = async () => renderer
const [node, otherNode] = await openNodes({ redisUrl, loadRenderer }, { redisUrl, loadRenderer })
const administrator = await newAdministrator(node)
const UNKNOWN = publicLinkPath('A'.repeat(22))
let author: TestUser
let noteNo: number

beforeEach(async () => {
  author = await newUser(node.url, '글쓰는사람')
  noteNo = await writeNote(author, '산책의 기록', '## 아침\n\n강을 따라 **걸었다**.')
})

async function publish(no = noteNo): Promise<string> {
  const reply = await author.call(createPublicLink, { noteNo: no })
  if (!reply.success) throw new Error(reply.message)
  return publicLinkPath(reply.link.linkId)
}
const visit = (path: string, init: RequestInit = {}, { url } = node) =>
  fetch(url + path, { redirect: 'manual', ...init })
const bodyOf = async (path: string, { url } = node) => (await fetch(url + path)).text()
const statusOf = async (path: string, { url } = node) => (await fetch(url + path)).status
const linkIdOf = (path: string) => path.slice('/p/'.length)

test('a note is private until its author creates a link, which anybody can then read', async () => {
  expect(await author.call(getPublicLinks, {})).toMatchObject({ links: [], takenDown: [] })
  const path = await publish()
  expect(path).toMatch(/^\/p\/[\w-]{22}$/)
  for (const { url } of [node, otherNode]) {
    const response = await fetch(url + path)
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain('<h1 dir="auto" lang="ko">산책의 기록</h1>')
    expect(html).toContain('<strong>걸었다</strong>')
    expect(html).toContain(author.name)
    expect(html).toContain('<meta property="og:title" content="산책의 기록">')
  }
  expect(await author.call(getPublicLinks, {})).toMatchObject({
    links: [{ noteNo, linkId: linkIdOf(path), title: '산책의 기록', isIndexed: false }],
  })
  expect(await publish(), 'a repeated call returns the same link').toBe(path)
})

test('the page contains nothing else: no comment, room, unsaved text, e-mail address or other note', async () => {
  const friend = await newUser(node.url, '방의 친구')
  const hubNo = await makeHub(author, friend)
  await author.call(shareNote, { hubNo, noteNo })
  await comment(friend, { hubNo, noteNo }, '친구의 비밀 댓글')
  await writeNote(author, '다른 노트', '다른 비밀')
  const html = await bodyOf(await publish())
  for (const secret of ['친구의 비밀 댓글', friend.name, author.email, '다른 노트', '다른 비밀', 'authToken'])
    expect(html).not.toContain(secret)
})

test('the page shows the saved text, and stays where it is when the note changes or moves', async () => {
  const path = await publish()
  await author.call(updateNote, { noteNo, title: '저녁의 기록', text: encodeText('달이 떴다.') })
  await author.call(moveNotes, { noteNosJSON: JSON.stringify([noteNo]), topicNo: await newTopic(author) })
  expect(await bodyOf(path, otherNode)).toMatch(/저녁의 기록.*달이 떴다\./s)
})

test('each part of a series has a page, with the others beside it', async () => {
  const [headNo, second, third] = await writeSeries(
    author,
    ['# 첫날\n\n길을 나섰다\n', '## 둘째 날\n\n바다', '끝'],
    '여행기',
  )
  const path = await publish(headNo)
  const pageOf = async (address: string) => new JSDOM(await bodyOf(address)).window.document
  const linksOf = (page: Document) =>
    Array.from(page.querySelectorAll('nav a'), link => link.getAttribute('href'))
  const first = await pageOf(path)
  expect(first.body.textContent).toMatch(/길을 나섰다.*1\/3편/s)
  expect(first.body.textContent).not.toContain('바다')
  expect(linksOf(first)).toEqual([`${path}/2`])
  const middle = await pageOf(`${path}/2`)
  expect(middle.title).toBe('여행기 (2/3) · 글마루')
  expect(middle.querySelector('h1')?.textContent).toBe('여행기')
  expect(linksOf(middle)).toEqual([path, `${path}/3`])

  await author.call(updateNote, { noteNo: second ?? 0, title: '여행기', text: encodeText('숲') })
  expect(await bodyOf(`${path}/2`, otherNode)).toContain('숲')
  await author.call(deleteNote, { noteNo: third ?? 0 })
  expect(linksOf(await pageOf(`${path}/2`))).toEqual([path])
  for (const missing of ['/3', '/0', '/51', '/100', '/-1', '/2/3'])
    expect((await fetch(node.url + path + missing)).status, missing).toBe(404)
  for (const noteNo of [second ?? 0, third ?? 0])
    expect((await author.request(createPublicLink, { noteNo })).status).not.toBe(200)
  await author.call(endPublicLink, { noteNo: headNo })
  expect((await fetch(`${node.url}${path}/2`)).status).toBe(404)
})

test('the page of a deleted part shows the part that took its place', async () => {
  const [headNo, second] = await writeSeries(author, ['첫째', '지운 둘째'])
  const path = await publish(headNo)
  expect(await bodyOf(`${path}/2`)).toContain('지운 둘째')
  await author.call(deleteNote, { noteNo: second ?? 0 })
  await continueWith(author, headNo, '새 둘째')
  expect(await bodyOf(`${path}/2`)).toContain('새 둘째')
})

test('whoever asks gets the same page, in the language of their browser', async () => {
  const path = await publish()
  const [blocked, stranger] = await Promise.all([
    newUser(node.url, '막힌 사람'),
    newUser(node.url, '낯선 사람'),
  ])
  await lookUp(author, blocked)
  await author.call(blockPerson, { userNo: blocked.userNo })
  const html = await bodyOf(path)
  for (const { token } of [blocked, stranger, author, administrator])
    expect(await (await visit(path, { headers: { authData: token } })).text()).toBe(html)
  const english = await (await visit(path, { headers: { 'Accept-Language': 'en-US,en' } })).text()
  expect(english).toContain('<html lang="en">')
  expect(english).toContain(en['publicPage.report'])
})

test('visitors get no cookie and no script, and nothing stores the page', async () => {
  const path = await publish()
  const response = await visit(path)
  const html = await response.text()
  expect(html).not.toMatch(/<script|\son\w+=|javascript:/i)
  expect(response.headers.get('Set-Cookie')).toBeNull()
  expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
  expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; /)
  expect(policy).not.toMatch(/unsafe|script-src/)
  const again = await visit(path, { headers: { 'If-None-Match': response.headers.get('ETag') ?? '' } })
  expect(again.status).toBe(304)
  const head = await visit(path, { method: 'HEAD' })
  expect([head.status, head.headers.get('ETag')]).toEqual([200, response.headers.get('ETag')])
})

test('search engines may show the page only if its author wants it', async () => {
  const path = await publish()
  const hidden = await visit(path)
  expect(hidden.headers.get('X-Robots-Tag')).toBe('noindex')
  expect(await hidden.text()).toContain('<meta name="robots" content="noindex">')
  await author.call(indexPublicLink, { noteNo, isIndexed: true })
  const shown = await visit(path, {}, otherNode)
  expect(shown.headers.get('X-Robots-Tag')).toBeNull()
  expect(await shown.text()).not.toContain('noindex')
  await author.call(indexPublicLink, { noteNo, isIndexed: false })
  expect((await visit(path)).headers.get('X-Robots-Tag')).toBe('noindex')
})

test.each<[string, (path: string) => Promise<unknown>]>([
  ['the author ends it', () => author.call(endPublicLink, { noteNo })],
  ['the note is in the trash', () => author.call(deleteNote, { noteNo })],
  ['its topic is deleted', async () => author.call(deleteTopic, { topicNo: await topicOf(author, noteNo) })],
  ['the account is deleted', () => author.call(deleteAccount, { password: PASSWORD })],
  [
    'the author is suspended',
    () => administrator.call(suspendPerson, { userNo: author.userNo, isSuspended: true }),
  ],
  [
    'an administrator takes it down',
    path => administrator.call(takeDownPublicLink, { linkId: linkIdOf(path), reason: '광고예요.' }),
  ],
])('the link ends at once on all nodes when %s, like one that never existed', async (_, end) => {
  const path = await publish()
  for (const { url } of [node, otherNode]) expect((await fetch(url + path)).status).toBe(200)
  await end(path)
  for (const { url } of [node, otherNode])
    for (const suffix of ['', '/report']) {
      const [ended, unknown] = await Promise.all([fetch(url + path + suffix), fetch(url + UNKNOWN + suffix)])
      expect(ended.status).toBe(404)
      expect(await ended.text()).toBe(await unknown.text())
      const headersOf = ({ headers }: Response) =>
        [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
      expect(headersOf(ended)).toEqual(headersOf(unknown))
    }
})

test.each(['/p/', '/p/x', '/p/%zz', `${UNKNOWN}0`, `${UNKNOWN}/other`])(
  '%s is answered like an unknown link',
  async path => {
    const response = await visit(path)
    expect([response.status, await response.text()]).toEqual([404, await bodyOf(UNKNOWN)])
  },
)

test('a restored note is private, and a new link has another address', async () => {
  const path = await publish()
  const topicNo = await topicOf(author, noteNo)
  await author.call(deleteNote, { noteNo })
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  expect((await author.call(getPublicLinks, {})).links).toEqual([])
  const second = await publish()
  expect(second).not.toBe(path)
  await author.call(deleteTopic, { topicNo })
  await author.call(restoreTopic, { topicNo })
  expect((await author.call(getNote, { noteNo })).title).toBe('산책의 기록')
  for (const ended of [path, second]) expect(await statusOf(ended)).toBe(404)
  expect((await author.call(getPublicLinks, {})).links).toEqual([])
})

test('all devices of the author, and nobody else, hear of each change', async () => {
  const friend = await newUser(node.url, '방의 친구')
  await author.call(shareNote, { hubNo: await makeHub(author, friend), noteNo })
  const [own, others] = [await author.openSocket(), await friend.openSocket()]
  await publish()
  await author.call(indexPublicLink, { noteNo, isIndexed: true })
  await author.call(endPublicLink, { noteNo })
  await author.call(updateNote, { noteNo, title: '끝', text: encodeText('끝') })
  await expect.poll(() => own.received.some(({ name }) => name === 'note:saved')).toBe(true)
  expect(own.received.filter(({ name }) => name === 'publicLinks:changed')).toHaveLength(3)
  expect(others.received.filter(({ name }) => name === 'publicLinks:changed')).toEqual([])
})

test('hostile texts cannot run scripts, load anything from elsewhere, or leave the page', async () => {
  const text = [
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '[눌러](javascript:alert(1)) [또](data:text/html,x) [안](/note?no=1) <https://e.example/"onclick="x>',
    '![그림](https://spy.example/pixel.png) ![아이피](http://127.0.0.1/x.png)',
    '$\\href{javascript:alert(1)}{x}$ $\\htmlData{a=b}{x}$ $</math><script>1</script>$ $\\includegraphics{http://e}$',
    '```"><script>\n</code></pre><script>alert(1)</script>\n```',
    '# </title><script>alert(1)</script>',
  ].join('\n\n')
  const title = '"><script>alert(1)</script>'
  const html = await bodyOf(await publish(await writeNote(author, title, text)))
  const { document } = new JSDOM(html).window
  expect(document.querySelectorAll('script, img, iframe, object, embed, base, form')).toHaveLength(0)
  for (const { localName, attributes } of document.querySelectorAll('*'))
    for (const { name, value } of attributes) {
      expect(name, localName).not.toMatch(/^on|^style$/)
      if (/^(href|src|action)$/.test(name))
        expect(value).toMatch(/^(https:\/\/|#|\/p\/|\/home$|\/icon\.svg$)/)
    }
  const links = [...document.querySelectorAll('a[href^="https:"]')]
  expect(links.length).toBeGreaterThan(1)
  for (const link of links) expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc')
})

test('a slow formula does not stop the server, and is shown as its source', async () => {
  const slow = `\\def\\a{${'x^2+'.repeat(500)}}${'\\def\\b{\\a\\a\\a\\a}\\b\\b\\b\\b'.repeat(20)}`
  const path = await publish(await writeNote(author, '수식', `$$${slow}$$\n\n$E=mc^2$`))
  const startedAt = performance.now()
  const html = await bodyOf(path)
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  expect(html).toContain('\\def\\a')
})

test('a formula is MathML, and a task, a table and a footnote need no script', async () => {
  const text = '$E=mc^2$\n\n- [x] 다 했다\n\n| 가 | 나 |\n|---|--:|\n| 1 | 2 |\n\n말[^1]\n\n[^1]: 덧붙임'
  const html = await bodyOf(await publish(await writeNote(author, '모두', text)))
  expect(html).toContain('<math xmlns="http://www.w3.org/1998/Math/MathML">')
  expect(html).toMatch(/<input [^>]*type="checkbox" [^>]*disabled=""/)
  expect(html).toContain('<td class="md-right" dir="auto">2</td>')
  expect(html).toMatch(/<a id="note-reference-1" href="#note-footnote-1"/)
})

test('a user can have a limited number of public links, and a repeated request succeeds at the limit', async () => {
  await publish()
  const fake = Array.from({ length: QUOTAS.publicLinks - 1 }, (_, index) => ({
    noteNo: 9_000_000 + index,
    authorNo: author.userNo,
    publicLink: { linkId: `${author.userNo}-${index}`.padEnd(22, '-'), since: new Date() },
  }))
  await node.mongo.collection('notes').insertMany(fake)
  await publish()
  expect(
    await author.request(createPublicLink, { noteNo: await writeNote(author, '하나 더', '글') }),
  ).toMatchObject({ status: 409, body: { message: ko['quota.publicLinks'] } })
})

test('a long note takes at most 20 kB without its pictures', async () => {
  const paragraph =
    '오늘은 새벽부터 비가 왔다. 창을 열자 젖은 흙냄새가 방으로 들어왔고, 나는 책상에 앉아 어제 읽던 책을 폈다. '
  const text = `## 첫째 날\n\n${paragraph.repeat(70)}\n\n![](/pictures/${'a'.repeat(32)}#800x600)`.slice(
    0,
    4_990,
  )
  const path = await publish(await writeNote(author, '긴 글', text))
  const response = await fetch(node.url + path, { headers: { 'Accept-Encoding': 'gzip' } })
  const { 'content-length': length } = Object.fromEntries(response.headers)
  expect(Number(length)).toBeGreaterThan(1_000)
  expect(Number(length)).toBeLessThan(20_000)
})
