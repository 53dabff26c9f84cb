import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { paths } from '#client/paths.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { exportData } from '#protocol/myInfo.ts'
import { uploadPicture } from '#protocol/notePictures.ts'
import { getNote, getNotes, pinNote, postNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { textsOf } from '#tests/support/series.ts'
import { newUser, type TestUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { newTopic } from './editor.ts'
import { DESKTOP, expect, PHONE, test } from './fixtures.ts'
import { createPng } from './pictures.ts'

/** Importing files as notes: the preview shows the result first, and no note is created twice. */

const file = (name: string, content: string | Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

const LONG = `# 긴 글\n\n## 처음\n${'가'.repeat(4_000)}\n\n## 다음\n${'나'.repeat(4_000)}`
const archive = file(
  '노트.zip',
  zipSync({
    '회의/3월.md': strToU8('# 3월 회의록\n\n- [ ] 장소'),
    '회의/긴 글.md': strToU8(LONG),
    '머리.md': strToU8('폴더 밖의 글'),
    '그림.png': new Uint8Array(4),
  }),
)

/** Returns the titles of an author's notes by topic. */
async function titlesByTopic(author: TestUser): Promise<Record<string, string[]>> {
  const { subjects } = await author.call(getTopics, {})
  const listed = subjects.map(async ({ subjectNo, title }) => {
    const { notes } = await author.call(getNotes, { topicNo: subjectNo })
    return [title, notes.map(note => note.title)] as const
  })
  return Object.fromEntries(await Promise.all(listed))
}

/** Returns the notes of a topic, by default of the newest one. */
async function notesOf(author: TestUser, topicTitle?: string) {
  const { subjects } = await author.call(getTopics, {})
  const topic = subjects.find(({ title }) => title === topicTitle) ?? subjects[0]
  const { notes } = await author.call(getNotes, { topicNo: topic?.subjectNo ?? 0 })
  return Promise.all(
    notes.map(async note => {
      const { text } = await author.call(getNote, { noteNo: note.noteNo })
      return { ...note, topic: topic?.title, text: decodeText(text) }
    }),
  )
}

test('an archive is previewed and then becomes topics and notes, once', async ({ site, openAs }) => {
  const author = await newUser(site.url, '가져오는이')
  await author.call(createTopic, { title: '회의' })
  const page = await openAs(author, PHONE, paths.topics)
  const progress = page.getByText('노트 4개 가운데 4개를 가져왔어요.')

  await test.step('the preview creates nothing', async () => {
    await page.getByRole('main').getByRole('link', { name: ko['imports.open'] }).click()
    await expect(page.getByRole('button', { name: ko['imports.choose'] })).toBeVisible()
    await expect(page.getByText(ko['imports.drop'])).toBeHidden()
    await page.locator('input[type="file"]').setInputFiles([archive, file('b.exe', 'x')])
    await expect(
      page.getByText('주제 2개에 노트 4개를 만들어요. 긴 글 1개는 이어지는 노트가 돼요.'),
    ).toBeVisible()
    await page.getByText('노트 3개').click()
    const series = page.getByRole('listitem').filter({ hasText: '이어지는 노트 · 2편' })
    await expect(series.getByRole('listitem')).toHaveText([/^처음.*자$/, /^다음.*자$/])
    await page.getByText('가져오지 않는 파일 2개').click()
    await expect(page.getByText('그림.png')).toBeVisible()
    await expectAccessible(page)
    expect(await titlesByTopic(author)).toEqual({ 회의: [] })
  })
  await test.step('an existing topic is reused, and a long text becomes a series', async () => {
    await page.getByLabel(ko['imports.looseTopic']).fill('상자')
    await page.getByRole('button', { name: '노트 4개 가져오기' }).click()
    await expect(progress).toBeVisible()
    await expect(page.getByText(ko['imports.done'])).toBeVisible()
    await expectAccessible(page)
    expect(await titlesByTopic(author)).toEqual({
      상자: ['머리'],
      회의: ['3월 회의록', '긴 글'],
    })
    const [minutes, series] = await notesOf(author, '회의')
    expect(minutes?.text.slice(0, 8)).toBe('- [ ] 장소')
    const parts = await textsOf(author, series?.noteNo ?? 0)
    expect(parts.map(text => text.slice(0, 8))).toEqual(['## 처음\n가가', '## 다음\n나나'])
  })
  await test.step('importing the same files again creates nothing twice', async () => {
    await page.getByRole('button', { name: ko['imports.more'] }).click()
    await page.locator('input[type="file"]').setInputFiles([archive])
    await page.getByLabel(ko['imports.looseTopic']).fill('상자')
    await page.getByRole('button', { name: '노트 4개 가져오기' }).click()
    await expect(progress).toBeVisible()
    expect(await titlesByTopic(author)).toEqual({
      상자: ['머리'],
      회의: ['3월 회의록', '긴 글'],
    })
  })
})

test('an import continues after a lost connection and can be stopped @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '끊긴이')
  const page = await openAs(author, DESKTOP, paths.importNotes)
  const files = ['하나', '둘', '셋'].map(name => file(`${name}.md`, `${name}의 글`))

  await test.step('lost responses create no second note', async () => {
    await page.locator('input[type="file"]').setInputFiles(files)
    await page.route('**/api/note/post', async route => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: '노트 3개 가져오기' }).click()
    await expect(page.getByText(ko['imports.paused'])).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: ko['imports.goOn'] }).click()
    await expect(page.getByText(ko['imports.done'])).toBeVisible()
    expect(await titlesByTopic(author)).toEqual({ '가져온 노트': ['하나', '둘', '셋'] })
  })
  await test.step('notes created before the stop remain', async () => {
    await page.getByRole('button', { name: ko['imports.more'] }).click()
    await page.locator('input[type="file"]').setInputFiles([file('여섯.md', '글'), file('일곱.md', '글')])
    await page.route('**/api/note/post', route => route.abort())
    await page.getByRole('button', { name: '노트 2개 가져오기' }).click()
    await expect(page.getByText(ko['imports.paused'])).toBeVisible()
    await page.getByRole('button', { name: ko['imports.stop'] }).click()
    await expect(page.getByText(ko['imports.stopped'])).toBeVisible()
    expect((await titlesByTopic(author))['가져온 노트']).toEqual(['하나', '둘', '셋'])
  })
  await test.step('a broken archive is named and creates nothing', async () => {
    await page.goto(paths.importNotes)
    await page.locator('input[type="file"]').setInputFiles([file('상한.zip', 'PK\u0003\u0004 no archive')])
    await expect(page.getByText(ko['imports.nothing'])).toBeVisible()
    await page.getByText('가져오지 않는 파일 1개').click()
    await expect(page.getByText(ko['imports.unreadable'])).toBeVisible()
    await expect(page.getByRole('button', { name: '노트 0개 가져오기' })).toBeDisabled()
  })
})

test('pictures are imported once each, and a rejected one is named', async ({ site, openAs }) => {
  const author = await newUser(site.url, '그림도')
  const page = await openAs(author, PHONE, paths.importNotes)
  const flower = await createPng('green')
  const album = file(
    '여행.zip',
    zipSync({
      '여행/제주.md': strToU8(`# 제주\n\n![꽃](${encodeURI('그림/꽃 한 송이.png')}) ![못](그림/못.gif)`),
      '여행/부산.md': strToU8('# 부산\n\n![꽃](<그림/꽃 한 송이.png>)'),
      ['여행/그림/꽃 한 송이.png'.normalize('NFD')]: new Uint8Array(flower.buffer),
      '여행/그림/못.gif': strToU8('GIF89a and nothing more'),
      '여행/그림/남은.png': new Uint8Array(flower.buffer.subarray(0, 40)),
    }),
  )
  const texts = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await notesOf(author)).map(({ title, text }) => [title, text]))
  const choose = async () => {
    await page.locator('input[type="file"]').setInputFiles([album])
    await expect(page.getByLabel(/글에 든 그림 2개도 가져오기/)).toBeChecked()
  }

  await test.step('the preview shows the number of pictures, and those that no text uses', async () => {
    await choose()
    await page.getByText('가져오지 않는 파일 1개').click()
    await expect(page.getByText('여행/그림/남은.png')).toBeVisible()
    await expect(page.getByText(ko['imports.pictureUnused'])).toBeVisible()
  })

  let first: Record<string, string> = {}
  await test.step('a lost connection pauses the upload', async () => {
    let isBroken = true
    await page.route('**/api/picture/upload', route => (isBroken ? route.abort() : route.continue()))
    await page.getByRole('button', { name: '노트 2개 가져오기' }).click()
    await expect(page.getByText(ko['imports.paused'])).toBeVisible()
    isBroken = false
    await page.getByRole('button', { name: ko['imports.goOn'] }).click()
    await expect(page.getByText(ko['imports.done'])).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await expect(page.getByText('그림 2개 가운데 1개를 올렸어요.')).toBeVisible()
    await expect(page.getByText('가져오지 못한 그림 1개')).toBeVisible()
    await expect(page.getByText('못.gif')).toBeVisible()
    await expectAccessible(page)
    first = await texts()
    const address = /\/pictures\/[\da-f]{32}#80x60/
    expect(first.부산).toMatch(new RegExp(`^!\\[꽃\\]\\(${address.source}\\)$`))
    expect(first.제주).toMatch(new RegExp(`^!\\[꽃\\]\\(${address.source}\\) !\\[못\\]\\(그림/못\\.gif\\)$`))
    expect(address.exec(first.제주 ?? '')?.[0]).toBe(address.exec(first.부산 ?? '')?.[0])
  })
  await test.step('importing again creates nothing twice', async () => {
    await page.getByRole('button', { name: ko['imports.more'] }).click()
    await choose()
    await page.getByRole('button', { name: '노트 2개 가져오기' }).click()
    await expect(page.getByText('노트 2개 가운데 2개를 가져왔어요.')).toBeVisible()
    expect(await texts()).toEqual(first)
  })
})

test('a note exported with its pictures is imported unchanged', async ({ site, openAs }) => {
  const [author, friend] = [await newUser(site.url, '내보낸이'), await newUser(site.url, '받은이')]
  const { address, width, height } = await author.call(uploadPicture, {
    picture: new File([Uint8Array.from((await createPng('red')).buffer)], '그림.png', { type: 'image/png' }),
  })
  const text = `앞\n\n![빨강](${address}#${width}x${height})\n\n${'가'.repeat(4_900)}`
  await writeNote(author, '그림이 든 글', text)
  const [topic] = (await author.call(getTopics, {})).subjects
  const exported = await openAs(author, DESKTOP, paths.notes(topic?.subjectNo ?? 0))
  const download = exported.waitForEvent('download')
  await exported.locator('.note-row').getByRole('button', { name: '‘그림이 든 글’ 더 보기' }).click()
  await exported.getByRole('menuitem', { name: ko['notes.export'] }).click()
  const archive = file('그림이 든 글.zip', await readFile(await (await download).path()))

  const page = await openAs(friend, DESKTOP, paths.importNotes)
  await page.locator('input[type="file"]').setInputFiles([archive])
  await page.getByRole('button', { name: '노트 1개 가져오기' }).click()
  await expect(page.getByText(ko['imports.done'])).toBeVisible()
  const notes = await notesOf(friend)
  expect(notes.map(({ title }) => title)).toEqual(['그림이 든 글'])
  const imported = notes[0]?.text ?? ''
  const [importedPath] = /\/pictures\/[\da-f]{32}/.exec(imported) ?? []
  expect(importedPath).not.toBe(address)
  expect(imported.replace(importedPath ?? '', address)).toBe(text)
})

test('a data export is imported unchanged, in another account, with its links', async ({ site, openAs }) => {
  const [author, friend] = [await newUser(site.url, '떠나는이'), await newUser(site.url, '맞는이')]
  const topicNo = await newTopic(author, '회의: ?')
  const post = (title: string, text: string) =>
    author.call(postNote, { topicNo, title, text: encodeText(text) })
  const { noteNo } = await post('회의록', '# 안건\n\n내용')
  await post('회의록', `---\ntitle: 가\n---\n[안건](/note?no=${noteNo}#h-안건) \n`)
  await author.call(pinNote, { noteNo, isPinned: true })
  const everything = async (user: TestUser) => {
    const notes = await notesOf(user)
    const numbers = new Map(notes.map((note, index) => [String(note.noteNo), index]))
    return notes.map(({ topic, title, text, createdAt, lastUpdate, isPinned }) => {
      const placed = text.replace(/no=(\d+)/, (_, to: string) => `no=${numbers.get(to)}`)
      return { topic, title, text: placed, createdAt, lastUpdate, isPinned }
    })
  }
  const before = await everything(author)
  const response = await fetch(site.url + exportData.path, {
    method: 'POST',
    headers: { authData: author.token },
  })
  const dataExport = file('geulmaru.zip', new Uint8Array(await response.arrayBuffer()))

  const page = await openAs(friend, DESKTOP, paths.importNotes)
  await page.locator('input[type="file"]').setInputFiles([dataExport])
  await page.getByRole('button', { name: '노트 2개 가져오기' }).click()
  await expect(page.getByText(ko['imports.done'])).toBeVisible()
  expect(before[0]?.isPinned).toBe(true)
  expect(await everything(friend)).toEqual(before)
})

test('the preview explains front matter, and its button stays in view @long', async ({ site, openAs }) => {
  const page = await openAs(await newUser(site.url, '옵시디언'), PHONE, paths.importNotes)
  const written = '---\ntags: [시, 봄]\nsummary: 요약한 말\ncreated: 2024-03-01\n---\n본문 [[없는 글]]'
  await page.locator('input[type="file"]').setInputFiles([file('봄.md', written)])
  await page.getByText('파일 머리말을 옮긴 글 1개').click()
  await expect(page.getByText('태그는 글 끝에 남아요: #시 #봄')).toBeVisible()
  await expect(page.getByText('summary: 글 끝에 그대로 남아요.')).toBeVisible()
  await page.getByText('잇지 못해 글자로 남는 링크 1개').click()
  await expect(page.getByText('[[없는 글]]')).toBeVisible()
  await expectAccessible(page)

  await test.step('on a phone the import button stays in view for any number of topics and covers no focused element', async () => {
    await page.goto(paths.importNotes)
    const folders = Array.from({ length: 60 }, (_, index) => [`주제 ${index}/글.md`, strToU8('글')] as const)
    const bar = page.getByRole('navigation', { name: ko['shell.bottomBar'] })
    const button = page.getByRole('button', { name: '노트 60개 가져오기' })
    await page
      .locator('input[type="file"]')
      .setInputFiles([file('많은.zip', zipSync(Object.fromEntries(folders)))])
    await expect(button).toBeInViewport({ ratio: 1 })
    const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { y: 0, height: 0 }
    const { y, height } = await boxOf(button)
    expect(y + height).toBeLessThanOrEqual((await boxOf(bar)).y)

    for (let index = 0; index < 20; index++) await page.keyboard.press('Tab')
    const focused = await boxOf(page.locator(':focus'))
    expect(focused.height).toBeGreaterThan(0)
    expect(focused.y + focused.height).toBeLessThan((await boxOf(button)).y)
  })
})

test('notes wait for their pictures; many topics are laid out lazily @long', async ({ site, openAs }) => {
  // Reading the large archive may take half a minute on a busy machine.
  const author = await newUser(site.url, '가득한이')
  const page = await openAs(author, DESKTOP, paths.importNotes)
  const files = [
    file('하나.md', '![꽃](그림.png)'),
    file('둘.md', '글만'),
    { ...(await createPng('blue')), name: '그림.png' },
  ]
  let requestCount = 0
  await page.route('**/api/picture/upload', route => {
    requestCount += 1
    return route.fulfill({ status: 409, json: { success: false, code: 'quota', message: '자리가 없어요.' } })
  })
  await page.locator('input[type="file"]').setInputFiles(files)
  await page.getByRole('button', { name: '노트 2개 가져오기' }).click()
  await expect(page.getByText('노트 2개 가운데 1개를 가져왔어요.')).toBeVisible()
  await expect(page.getByText('자리가 없어요.')).toBeVisible()
  expect(await titlesByTopic(author)).toEqual({ '가져온 노트': ['둘'] })

  await page.getByRole('button', { name: ko['imports.more'] }).click()
  await page.locator('input[type="file"]').setInputFiles(files)
  await page.getByLabel(/글에 든 그림 1개도 가져오기/).uncheck()
  await page.getByRole('button', { name: '노트 2개 가져오기' }).click()
  await expect(page.getByText('노트 2개 가운데 2개를 가져왔어요.')).toBeVisible()
  expect(await titlesByTopic(author)).toEqual({ '가져온 노트': ['하나', '둘'] })
  expect(requestCount).toBe(1)

  await test.step('of a thousand topics only those in view are laid out, and each can be excluded', async () => {
    await page.goto(paths.importNotes)
    const names = Array.from({ length: 1_000 }, (_, index) => `모음/주제 ${index + 1}/글.md`)
    const many = zipSync(Object.fromEntries(names.map(name => [name, strToU8('글')])))
    await expect(page.getByText(ko['imports.drop'])).toBeVisible()
    await page.locator('input[type="file"]').setInputFiles([file('많은.zip', many)])
    await expect(page.getByText('주제 1,000개에 노트 1,000개를 만들어요.')).toBeVisible({ timeout: 60_000 })

    const last = page.getByLabel('주제 1000', { exact: true })
    const isLaidOut = () => last.evaluate(box => box.checkVisibility({ contentVisibilityAuto: true }))
    expect(await isLaidOut()).toBe(false)
    await last.uncheck()
    expect(await isLaidOut()).toBe(true)
    await expect(page.getByText('주제 999개에 노트 999개를 만들어요.')).toBeVisible()
  })
})
