import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { suspendPerson } from '#protocol/administration.ts'
import { createFeed, endFeed, getFeeds, NOTICES_FEED_PATH } from '#protocol/feeds.ts'
import { disjoin } from '#protocol/hubs.ts'
import { createNotice } from '#protocol/notices.ts'
import { createPublicLink, endPublicLink } from '#protocol/publicLinks.ts'
import { openNodes } from '#tests/support/node.ts'
import {
  addToHub,
  makeHub,
  newAdministrator,
  newUser,
  newUsers,
  shareNewNote,
  writeNote,
} from '#tests/support/users.ts'

const PUBLIC_URL = 'https://notes.example.com'
const [node, strict] = await openNodes({ publicUrl: PUBLIC_URL }, { rateLimitScale: 0.001 })
const administrator = await newAdministrator(node)

const get = (path: string, headers: Record<string, string> = {}) => fetch(node.url + path, { headers })
const statusOf = async (path: string) => (await get(path)).status

async function read(path: string) {
  const response = await get(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8')
  const xml = await response.text()
  const { DOMParser } = new JSDOM('').window
  const document = new DOMParser().parseFromString(xml, 'application/xml')
  expect(document.querySelector('parsererror')).toBeNull()
  const textOf = (element: Element, name: string) => element.querySelector(name)?.textContent ?? null
  // RFC 4287: a feed without an author needs one in each entry, and an update is not older than an entry.
  const updates = [...document.querySelectorAll('updated')].map(({ textContent }) => Date.parse(textContent))
  expect(updates[0]).toBe(Math.max(...updates))
  expect(document.querySelector('feed > author > name')?.textContent).toBeTruthy()
  const entries = [...document.querySelectorAll('entry')].map(entry => ({
    title: textOf(entry, 'title'),
    titleType: entry.querySelector('title')?.getAttribute('type'),
    author: textOf(entry, 'author name'),
    link: entry.querySelector('link')?.getAttribute('href'),
    summary: textOf(entry, 'summary'),
    id: textOf(entry, 'id'),
  }))
  return { xml, title: textOf(document.documentElement, 'title'), entries }
}

test('everybody reads the notices, whatever they contain', async () => {
  const title = '점검 <b> & ]]> "안내"'
  await administrator.call(createNotice, { display: 1, title, content: '오늘 <밤> & 열 시' })
  const feed = await read(NOTICES_FEED_PATH)
  expect(feed.title).toBe('글마루 공지')
  // Readers take a title and a summary for HTML.
  expect(feed.entries[0]).toMatchObject({
    title: '점검 &lt;b&gt; &amp; ]]&gt; &quot;안내&quot;',
    titleType: 'html',
    link: `${PUBLIC_URL}/home`,
  })
  expect(feed.entries[0]?.summary).toContain('&lt;밤&gt; &amp;')
})

test('a room’s feed has titles and authors, no text, and ends with the membership', async () => {
  const [member, author, third] = await newUsers(node.url, node.url, node.url)
  const hubNo = await makeHub(member, author, third)
  await shareNewNote(author, hubNo, '주말 산책')
  const { address } = await member.call(createFeed, { hubNo })
  expect(address).toMatch(/^\/feeds\/[\w-]{22}\.atom$/)
  const feed = await read(address)
  expect(feed.entries).toMatchObject([{ title: '주말 산책', author: author.name, summary: null }])
  expect(feed.entries[0]?.link).toMatch(new RegExp(`^${PUBLIC_URL}/note\\?no=\\d+&hub=${hubNo}$`))
  expect(feed.xml).not.toContain('오늘 이야기한 것')

  await member.call(disjoin, { targetHubNo: hubNo })
  expect(await statusOf(address)).toBe(404)
  expect((await member.call(getFeeds, {})).feeds).toEqual([])
  await addToHub(author, hubNo, member, author, third)
  expect(await statusOf(address)).toBe(404)
})

test('a new address replaces the earlier one, and an ended feed is gone', async () => {
  const [member, other] = await newUsers(node.url, node.url)
  const hubNo = await makeHub(member, other)
  const first = await member.call(createFeed, { hubNo })
  const second = await member.call(createFeed, { hubNo })
  expect(second.feeds).toHaveLength(1)
  expect([await statusOf(first.address), await statusOf(second.address)]).toEqual([404, 200])
  await member.call(endFeed, { hubNo })
  expect(await statusOf(second.address)).toBe(404)
})

test('nobody makes a feed of a room of others, and ending is for one’s own', async () => {
  const [member, other, stranger] = await newUsers(node.url, node.url, node.url)
  const hubNo = await makeHub(member, other)
  expect((await stranger.request(createFeed, { hubNo })).status).toBe(404)
  const { address } = await member.call(createFeed, { hubNo })
  await other.call(endFeed, { hubNo })
  expect(await statusOf(address)).toBe(200)
})

test('a feed of public notes has what is public now, only if its author wants it', async () => {
  const author = await newUser(node.url, '글쓴이')
  const noteNo = await writeNote(author, '공개할 글')
  await writeNote(author, '비밀 글')
  await author.call(createPublicLink, { noteNo })
  const { address } = await author.call(createFeed, {})
  const feed = await read(address)
  expect(feed.title).toBe(`${author.name}님의 공개한 노트`)
  expect(feed.entries).toMatchObject([
    { title: '공개할 글', author: author.name, summary: '오늘 이야기한 것' },
  ])
  expect(feed.entries[0]?.link).toMatch(/\/p\/[\w-]{22}$/)
  await author.call(endPublicLink, { noteNo })
  expect((await read(address)).entries).toEqual([])
})

test('feeds stop while their user is suspended', async () => {
  const user = await newUser(node.url)
  const { address } = await user.call(createFeed, {})
  await administrator.call(suspendPerson, { userNo: user.userNo, isSuspended: true })
  expect(await statusOf(address)).toBe(404)
  await administrator.call(suspendPerson, { userNo: user.userNo, isSuspended: false })
  expect(await statusOf(address)).toBe(200)
})

test('a feed reader that has the newest feed gets 304', async () => {
  const user = await newUser(node.url)
  const { address } = await user.call(createFeed, {})
  const etag = (await get(address)).headers.get('ETag') ?? ''
  expect((await get(address, { 'If-None-Match': etag })).status).toBe(304)
  await user.call(createPublicLink, { noteNo: await writeNote(user, '새 글') })
  expect((await get(address, { 'If-None-Match': etag })).status).toBe(200)
})

test('unknown addresses are not found, and nobody can guess quickly', async () => {
  for (const path of ['/feeds/x.atom', `/feeds/${'x'.repeat(22)}.atom`, '/feeds/%E0%A4%A.atom'])
    expect(await statusOf(path), path).toBeGreaterThanOrEqual(400)
  const statuses = []
  for (let sent = 0; sent < 3; sent += 1) statuses.push((await fetch(strict.url + NOTICES_FEED_PATH)).status)
  expect(statuses).toContain(429)
})
