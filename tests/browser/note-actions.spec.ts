import { readFile } from 'node:fs/promises'
import { paths } from '#client/paths.ts'
import { encodeText } from '#protocol/encoding.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { getNote, postNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { newUser, writeNote } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { DESKTOP, expect, firstInShort, PHONE, test } from './fixtures.ts'
import { chooseNoteAction, chooseTopicAction } from './steps.ts'

for (const [width, form] of firstInShort(PHONE, DESKTOP))
  test(`a note is moved, copied, exported, deleted, restored (${width})${form}`, async ({ site, openAs }) => {
    const author = await newUser(site.url, '정리왕')
    const noteNo = await writeNote(author, '회의록: 7월', '- [ ] 회의실 예약')
    const topicNo = (await author.call(getNote, { noteNo })).subjectNo ?? 0
    await author.call(postNote, { topicNo, title: '남는 노트', text: encodeText('') })
    await author.call(createTopic, { title: '보관함' })
    const page = await openAs(author, width, paths.notes(topicNo))
    const row = (title: string) => page.getByRole('listitem').filter({ hasText: title })
    const choose = async (title: string, action: string) => {
      await row(title)
        .getByRole('button', { name: `‘${title}’ 더 보기` })
        .click()
      await page.getByRole('menuitem', { name: action }).click()
    }
    const toast = page.getByRole('status')

    await test.step('the keyboard walks through the menu, and closing it returns the focus', async () => {
      const opener = row('회의록').getByRole('button', { name: /더 보기/ })
      await opener.press('Enter')
      await expect(page.getByRole('menuitem', { name: ko['notes.pin'] })).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(page.getByRole('menuitem', { name: ko['notes.toTrash'] })).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(opener).toBeFocused()
      await expect(page.getByRole('menu')).toBeHidden()
    })
    await test.step('a copy appears beside the note', async () => {
      await choose('회의록: 7월', ko['notes.duplicate'])
      await expect(row('회의록: 7월 (사본)')).toBeVisible()
    })
    await test.step('a note is exported as a file', async () => {
      const downloading = page.waitForEvent('download')
      await choose('회의록: 7월 (사본)', ko['notes.export'])
      const file = await downloading
      expect(file.suggestedFilename()).toBe('회의록_ 7월 (사본).md')
      const written = await readFile(await file.path(), 'utf8')
      expect(written).toMatch(/^---\ntitle: "회의록: 7월 \(사본\)"\ntopic: (?:.*\n)*?---\n/)
      expect(written).toContain('\n- [ ] 회의실 예약\n')
    })
    await test.step('the note moves to a topic found by name, and to a new one', async () => {
      await choose('회의록: 7월 (사본)', ko['notes.move'])
      await page.getByLabel(ko['topics.filter']).fill('보관')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^보관함/ })
        .click()
      await expect(row('회의록: 7월 (사본)')).toBeHidden()
      await toast.getByRole('link', { name: ko['topics.openTopic'] }).click()
      await choose('회의록: 7월 (사본)', ko['notes.move'])
      await page.getByLabel(ko['topics.filter']).fill('새 묶음')
      await page.getByRole('button', { name: '새 주제 ‘새 묶음’에 넣기' }).click()
      await expect(page.getByText(ko['notes.empty'])).toBeVisible()
    })
    await test.step('undo restores the note at once', async () => {
      await page.goto(paths.notes(topicNo))
      await choose('남는 노트', ko['notes.toTrash'])
      await expect(row('남는 노트')).toBeHidden()
      await toast.getByRole('button', { name: ko['common.undo'] }).click()
      await expect(row('남는 노트')).toBeVisible()
    })
    await test.step('the trash shows the note, restores it, or deletes it for good', async () => {
      await choose('남는 노트', ko['notes.toTrash'])
      await expect(row('남는 노트')).toBeHidden()
      await page.goto(paths.note(noteNo))
      await chooseNoteAction(page, ko['common.delete'])
      await page.getByRole('group').getByRole('button', { name: ko['common.delete'] }).click()
      await expect(toast.getByText('‘회의록: 7월’ 노트를 휴지통에 넣었어요.')).toBeVisible()

      await page.goto(paths.trash)
      await expect(page.getByText('‘주제’에서', { exact: true })).toHaveCount(2)
      await expect(page.getByText('30일 남음')).toHaveCount(2)
      await page.getByRole('button', { name: '회의록: 7월', exact: true }).click()
      await expect(page.getByText('회의실 예약')).toBeVisible()
      await expectAccessible(page)
      await row('회의록: 7월').getByRole('button', { name: ko['trash.restore'] }).click()
      await expect(row('회의록: 7월')).toBeHidden()
      await expect(page.getByRole('button', { name: '남는 노트', exact: true })).toBeFocused()
      const more = row('남는 노트').getByRole('button', { name: /더 보기$/ })
      await more.click()
      await page.getByRole('menuitem', { name: ko['trash.purge'] }).click()
      await page.keyboard.press('Escape')
      await expect(more).toBeFocused()
      await more.press('Enter')
      await page.keyboard.press('Enter')
      await page.getByRole('group').getByRole('button', { name: ko['trash.purge'] }).click()
      await expect(page.getByText(ko['trash.empty'])).toBeVisible()
    })
    await test.step('a topic is renamed in a dialog', async () => {
      await page.goto(paths.topics)
      await row('새 묶음')
        .getByRole('button', { name: /더 보기/ })
        .click()
      await page.getByRole('menuitem', { name: ko['common.rename'] }).click()
      const field = page.getByLabel(ko['topics.newName'], { exact: true })
      await expect(field).toBeFocused()
      await expect(page.getByRole('dialog', { name: '새 묶음' })).toBeVisible()
      await field.fill('여름 회의')
      await field.press('Enter')
      await expect(row('여름 회의').getByRole('button', { name: /더 보기/ })).toBeFocused()
      await page.goto(paths.notes(topicNo))
      await chooseTopicAction(page, ko['common.rename'])
      await field.fill('버려질 이름')
      await field.press('Escape')
      await expect(page.getByRole('heading', { level: 1, name: '주제' })).toBeVisible()
      await expect(page.locator('.note-list__actions').getByRole('button')).toBeFocused()
    })
  })

test('the question before a deletion stays in view in a scrolled note on phones', async ({
  site,
  openAs,
}) => {
  const author = await newUser(site.url, '정리왕')
  const noteNo = await writeNote(author, '긴 글', '문단이에요.\n\n'.repeat(200))
  const page = await openAs(author, PHONE, paths.note(noteNo))
  const root = page.locator('html')
  await expect(page.getByText('문단이에요.')).toHaveCount(200)
  await page.evaluate(() => window.scrollTo(0, 3000))
  await expect(root).toHaveAttribute('data-bars-hidden')
  await page.evaluate(() => window.scrollBy(0, -200))
  await expect(root).not.toHaveAttribute('data-bars-hidden')

  await chooseNoteAction(page, ko['common.delete'])
  // The browser keeps the text in its place below the higher bar.
  await expect(root).toHaveAttribute('data-bars-hidden')
  await expect(page.locator('.note-bar')).toHaveCSS('translate', 'none')
  await expect(page.getByRole('group', { name: ko['notes.deleteAsk'] })).toBeInViewport({ ratio: 1 })
})

test('a deleted note leads to its list, even if the event is first @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '성급한')
  const noteNo = await writeNote(author, '지울 노트', '글')
  const page = await openAs(author, DESKTOP, paths.note(noteNo))
  const otherDevice = await openAs(author, PHONE, paths.note(noteNo))
  await expect(otherDevice.getByRole('heading', { name: '지울 노트' })).toBeVisible()
  await page.route('**/api/note/delete*', async route => {
    const response = await route.fetch()
    await expect(otherDevice.getByText(ko['notes.deletedElsewhere'])).toBeVisible()
    // Wait for the requests that the same event caused.
    await page.evaluate(() => fetch('/api/health'))
    await route.fulfill({ response })
  })
  await chooseNoteAction(page, ko['common.delete'])
  await page.getByRole('group').getByRole('button', { name: ko['common.delete'] }).click()
  await expect(page).toHaveURL(/notelist/)
  const toast = page.getByRole('status').filter({ hasText: '‘지울 노트’ 노트를 휴지통에 넣었어요.' })
  await toast.getByRole('button', { name: ko['common.undo'] }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '지울 노트' })).toBeVisible()
})

test('the list that opens after a deletion never shows the deleted note @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '깜박이')
  const noteNo = await writeNote(author, '지울 노트', '글')
  const [topic] = (await author.call(getTopics, {})).subjects
  const page = await openAs(author, PHONE, paths.notes(topic?.subjectNo ?? 0))
  await page.getByRole('link', { name: '지울 노트' }).click()
  await expect(page).toHaveURL(paths.note(noteNo))
  await chooseNoteAction(page, ko['common.delete'])
  await page.evaluate(() => {
    const recordList = () => {
      const isList = location.pathname === '/notelist' && document.querySelector('.note-row') !== null
      if (isList) document.body.dataset.flashed = 'yes'
    }
    new MutationObserver(recordList).observe(document.body, { childList: true, subtree: true })
  })
  await page.route('**/api/note/getnotes', async route => {
    await page.waitForFunction(() => location.pathname === '/notelist')
    await route.continue()
  })
  await page.getByRole('group').getByRole('button', { name: ko['common.delete'] }).click()
  await expect(page.getByText(ko['notes.empty'])).toBeVisible()
  await expect(page.locator('body')).not.toHaveAttribute('data-flashed')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('typing finds a topic among many, or creates one @long', async ({ site, openAs }) => {
  const author = await newUser(site.url)
  await author.call(createTopic, { title: '가장 오래된 주제' })
  for (let topic = 1; topic <= ITEMS_PER_PAGE_MAX; topic += 1)
    await author.call(createTopic, { title: `주제 ${topic}` })
  const noteNo = await writeNote(author, '옮길 노트')
  const { subjectNo } = await author.call(getNote, { noteNo })
  const page = await openAs(author, DESKTOP, paths.notes(subjectNo ?? 0))
  const dialog = page.getByRole('dialog')
  await page.locator('.note-row').getByRole('button', { name: '‘옮길 노트’ 더 보기' }).click()
  await page.getByRole('menuitem', { name: ko['notes.move'] }).click()
  await page.getByLabel(ko['topics.filter']).fill('가장오래된')
  await expect(dialog.getByRole('button', { name: /^가장 오래된 주제/ })).toBeVisible()
  await page.getByLabel(ko['topics.filter']).fill('가장 오래된 주제')
  await expect(dialog.getByRole('button', { name: /새 주제/ })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  await page.goto(paths.updateNote(noteNo))
  await page.getByRole('button', { name: '주제: 가장 오래된 주제' }).click()
  await page.getByLabel(ko['topics.filter']).fill('책 읽기')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '새 주제 ‘책 읽기’에 넣기' }).click()
  await expect(page.getByRole('button', { name: '주제: 책 읽기' })).toBeVisible()
})
