import { readFile } from 'node:fs/promises'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getNotes, postNote, updateNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { getTopics } from '#protocol/topics.ts'
import { continueWith } from '#tests/support/series.ts'
import { newUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { newTopic } from './editor.ts'
import { DESKTOP, expect, firstInShort, PHONE, test } from './fixtures.ts'
import { chooseNoteAction, chooseTopicAction } from './steps.ts'

for (const [width, form] of firstInShort(DESKTOP, PHONE))
  test(`a note becomes a template, from which the user writes (${width})${form}`, async ({
    site,
    openAs,
  }) => {
    const author = await newUser(site.url, '틀쓰는이')
    const topicNo = await newTopic(author, '회의')
    await author.call(postNote, { topicNo, title: '주간 {{날짜}}', text: encodeText('# {{제목}}') })
    const page = await openAs(author, width, paths.notes(topicNo))
    const row = page.getByRole('listitem').filter({ hasText: '주간' })
    await row.getByRole('button', { name: /더 보기$/ }).click()
    await page.getByRole('menuitem', { name: ko['templates.save'] }).click()
    await expect(page.getByRole('status').getByText('틀로 저장했어요')).toBeVisible()

    await chooseTopicAction(page, ko['templates.use'])
    const chooser = page.getByRole('dialog', { name: ko['templates.use'] })
    await expect(chooser.getByRole('button', { name: ko['templates.book'] })).toBeVisible()
    await expectAccessible(page)
    await chooser.getByRole('button', { name: '주간 {{날짜}}' }).click()
    await expect(page.getByRole('textbox', { name: ko['notes.title'], exact: true })).toHaveValue(
      /^주간 \d{4}년 \d+월 \d+일$/,
    )
    await expect(page.getByRole('textbox', { name: ko['notes.body'], exact: true })).toHaveValue(
      /^# 주간 \d{4}년/,
    )
  })

test('Alt+J opens the note of today, the same one each time', async ({ site, openAs }) => {
  const author = await newUser(site.url, '일기쓰는이')
  const page = await openAs(author, DESKTOP, paths.topics)
  await expect(page.getByRole('link', { name: ko['shell.newNote'] })).toBeVisible()
  await page.keyboard.press('Alt+KeyJ')
  await expect(page).toHaveURL(/\/note\/update\?no=\d+/)
  await expect(page.getByRole('textbox', { name: ko['notes.title'], exact: true })).toHaveValue(
    /^\d{4}년 \d+월 \d+일$/,
  )
  const address = page.url()
  await page.goto(paths.topics)
  await expect(page.getByRole('link', { name: ko['shell.newNote'] })).toBeVisible()
  await page.keyboard.press('Alt+KeyJ')
  await expect(page).toHaveURL(address)
  expect((await author.call(getTopics, {})).subjects).toMatchObject([{ title: '일기', noteCount: 1 }])
})

test('the address of the note of today, to which any site can link, creates nothing by itself', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '일기쓰는이')
  const page = await openAs(author, DESKTOP, '/note/new?today')
  const open = page.getByRole('main').getByRole('button', { name: ko['daily.open'] })
  await expect(open).toBeVisible()
  await expectAccessible(page)
  expect((await author.call(getTopics, {})).subjects).toEqual([])
  await open.click()
  await expect(page).toHaveURL(/\/note\/update\?no=\d+/)
  expect((await author.call(getTopics, {})).subjects).toMatchObject([{ title: '일기', noteCount: 1 }])
})

for (const [width, form] of firstInShort(DESKTOP, PHONE))
  test(`an empty new note offers templates until something is typed (${width})${form}`, async ({
    site,
    openAs,
  }) => {
    const author = await newUser(site.url, '틀쓰는이')
    const page = await openAs(author, width, paths.notes(await newTopic(author, '회의')))
    await page.getByRole('main').getByRole('link', { name: ko['notes.write'] }).first().click()
    const offer = page.getByRole('button', { name: ko['templates.use'] })
    const title = page.getByRole('textbox', { name: ko['notes.title'], exact: true })
    await expect(offer).toBeVisible()
    await expectAccessible(page)
    await title.fill('제목')
    await expect(offer).toHaveCount(0)
    await title.fill('')
    await offer.click()
    const chooser = page.getByRole('dialog', { name: ko['templates.use'] })
    await chooser.getByRole('button', { name: ko['templates.meeting'] }).click()
    await expect(title).toHaveValue(/^회의록 \d{4}년/)
    await expect(offer).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(paths.notes(0).split('?')[0] ?? ''))
  })

test('offline, an open note is exported as this device has it', async ({ site, openAs }) => {
  const author = await newUser(site.url, '내보내는이')
  const topicNo = await newTopic(author, '여행')
  const post = async (title: string, text: string) =>
    (await author.call(postNote, { topicNo, title, text: encodeText(text) })).noteNo
  const linkedNo = await post('짐', '우산')
  const noteNo = await post('첫날', '숲을 걸었다')
  await continueWith(author, noteNo, '[[짐]]을 다시 쌌다')
  await author.call(updateNote, { noteNo: linkedNo, title: '배낭', text: encodeText('우산') })
  const page = await openAs(author, DESKTOP, paths.notes(topicNo))
  await page.getByRole('listitem').getByRole('link', { name: '첫날' }).click()
  await expect(page.getByText('숲을 걸었다')).toBeVisible()
  await expect(page.getByRole('article').getByRole('link', { name: '배낭' })).toBeVisible()
  const exportAs = async (action: 'notes.export' | 'exports.html') => {
    const downloading = page.waitForEvent('download')
    await chooseNoteAction(page, ko[action])
    return downloading
  }
  // Without a service worker, the code has to be loaded before.
  await exportAs('notes.export')
  await exportAs('exports.html')
  await page.context().setOffline(true)
  for (const [action, name] of [
    ['notes.export', '첫날.md'],
    ['exports.html', '첫날.html'],
  ] as const) {
    const file = await exportAs(action)
    expect(file.suggestedFilename()).toBe(name)
    const content = await readFile(await file.path(), 'utf8')
    expect(content).toContain('숲을 걸었다')
    if (name.endsWith('.md')) expect(content).toContain(`note: ${noteNo}, topic: ${topicNo}`)
    if (name.endsWith('.md')) expect(content).toContain('[[배낭]]을 다시 쌌다')
    await expect(page.getByRole('status').getByText(ko['exports.fromDevice'])).toBeVisible()
  }
  await chooseTopicAction(page, ko['exports.topic'])
  await expect(page.locator('.toast__text').getByText(ko['error.offline'])).toBeVisible()
})

test('a topic is exported, and merged into another one until it is undone', async ({ site, openAs }) => {
  const author = await newUser(site.url, '합치는이')
  const into = await newTopic(author, '나들이')
  const topicNo = await newTopic(author, '여행')
  await author.call(postNote, { topicNo, title: '첫날', text: encodeText('숲') })
  const page = await openAs(author, DESKTOP, paths.notes(topicNo))
  const downloading = page.waitForEvent('download')
  await chooseTopicAction(page, ko['exports.topic'])
  expect((await downloading).suggestedFilename()).toBe('여행.zip')

  await chooseTopicAction(page, ko['topics.merge'])
  const dialog = page.getByRole('dialog', { name: ko['topics.merge'] })
  await dialog.getByRole('button', { name: /^나들이/ }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: ko['topics.mergeConfirm'] }).click()
  await expect(page).toHaveURL(new RegExp(`topic=${into}`))
  await expect(page.getByRole('listitem').filter({ hasText: '첫날' })).toBeVisible()
  expect(await author.call(getNotes, { topicNo: into })).toMatchObject({ noteCount: 1 })
  await page.getByRole('status').getByRole('button', { name: ko['common.undo'] }).click()
  await expect(page.getByRole('status').getByText('되돌렸어요')).toBeVisible()
  expect(await author.call(getNotes, { topicNo: into })).toMatchObject({ noteCount: 0 })
})

test('an open note is exported as a page that needs nothing else', async ({ site, openAs }) => {
  const author = await newUser(site.url, '내보내는이')
  const topicNo = await newTopic(author, '여행')
  const text = encodeText('## 숲\n\n$x^2$\n\n<script>alert(1)</script>')
  const { noteNo } = await author.call(postNote, { topicNo, title: '첫날', text })
  const page = await openAs(author, DESKTOP, paths.note(noteNo))
  const downloading = page.waitForEvent('download')
  await chooseNoteAction(page, ko['exports.html'])
  const file = await downloading
  expect(file.suggestedFilename()).toBe('첫날.html')
  const html = await readFile(await file.path(), 'utf8')
  expect(html).toContain('<math')
  expect(html).toContain('내보내는이')
  expect(html).not.toMatch(/<script|example\.com|<link/)
})
