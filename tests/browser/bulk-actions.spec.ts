import type { Page } from '@playwright/test'
import { paths } from '#client/paths.ts'
import { deleteNote, getNotes, postNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic } from '#protocol/topics.ts'
import { newUser, type TestUser } from '#tests/support/users.ts'
import { expectAccessible } from './accessibility.ts'
import { DESKTOP, PHONE } from './editor.ts'
import { expect, firstInShort, test } from './fixtures.ts'

async function fillTopic(author: TestUser): Promise<number> {
  await author.call(createTopic, { title: '보관함' })
  const { subjects } = await author.call(createTopic, { title: '주제' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  for (let number = 1; number <= 6; number += 1)
    await author.call(postNote, { topicNo, title: `${number}번 노트`, text: '' })
  return topicNo
}

const box = (page: Page, title: string) => page.getByRole('checkbox', { name: title })
const titles = (page: Page) => () => page.locator('.note-row__title').allTextContents()
const ALL = ['6번 노트', '5번 노트', '4번 노트', '3번 노트', '2번 노트', '1번 노트']

for (const [width, form] of firstInShort(PHONE, DESKTOP))
  test(`selected notes are moved to the trash or to a topic, and undo brings them back (${width})${form}`, async ({
    site,
    openAs,
  }) => {
    const author = await newUser(site.url, '여럿이')
    const page = await openAs(author, width, paths.notes(await fillTopic(author)))
    const bar = page.getByRole('region', { name: ko['notes.selected'] })
    const toast = page.getByRole('status')
    await page.getByRole('button', { name: ko['notes.select'] }).click()
    await expect(bar.getByRole('button', { name: ko['notes.toTrash'] })).toBeDisabled()

    await test.step('Shift selects a range, and one note of it is deselected', async () => {
      await page.getByText('5번 노트').click()
      await page.getByText('2번 노트').click({ modifiers: ['Shift'] })
      await box(page, '3번 노트').press('Space')
      await expect(bar.getByText('3개 골랐어요')).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('into the trash without a confirmation, and back', async () => {
      await bar.getByRole('button', { name: ko['notes.toTrash'] }).click()
      await expect.poll(titles(page)).toEqual(['6번 노트', '3번 노트', '1번 노트'])
      await expect(bar).toBeHidden()
      await toast.getByRole('button', { name: ko['common.undo'] }).click()
      await expect.poll(titles(page)).toHaveLength(6)
    })

    await test.step('into another topic, and back', async () => {
      await page.getByRole('button', { name: ko['notes.select'] }).click()
      await bar.getByRole('button', { name: ko['notes.selectAll'] }).click()
      await box(page, '6번 노트').uncheck()
      await bar.getByRole('button', { name: ko['notes.selectedMove'] }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^보관함/ })
        .click()
      await expect.poll(titles(page)).toEqual(['6번 노트'])
      await expect(toast.getByText('노트 5개를 ‘보관함’ 주제로 옮겼어요.')).toBeVisible()
      await toast.getByRole('button', { name: ko['common.undo'] }).last().click()
      await expect.poll(titles(page)).toHaveLength(6)
    })

    await test.step('Esc ends the selection and clears it', async () => {
      await page.getByRole('button', { name: ko['notes.select'] }).click()
      await box(page, '6번 노트').check()
      await page.keyboard.press('Escape')
      await expect(bar).toBeHidden()
      await page.getByRole('button', { name: ko['notes.select'] }).click()
      await expect(bar.getByText(ko['notes.selectedNone'])).toBeVisible()
    })
  })

test('a selected note that another device deletes is deselected @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '두기기')
  const topicNo = await fillTopic(author)
  const page = await openAs(author, DESKTOP, paths.notes(topicNo))
  await page.waitForLoadState('networkidle')
  const bar = page.getByRole('region', { name: ko['notes.selected'] })
  await page.getByRole('button', { name: ko['notes.select'] }).click()
  for (const title of ['6번 노트', '5번 노트', '4번 노트']) await box(page, title).check()
  await expect(bar.getByText('3개 골랐어요')).toBeVisible()
  const { notes } = await author.call(getNotes, { topicNo })
  await author.call(deleteNote, { noteNo: notes.find(({ title }) => title === '5번 노트')?.noteNo ?? 0 })
  await expect(bar.getByText('2개 골랐어요')).toBeVisible()
})

test('undo restores only the notes deleted here, not one that another device deleted @long', async ({
  site,
  newPage,
}) => {
  const author = await newUser(site.url, '두기기')
  const topicNo = await fillTopic(author)
  const page = await newPage(site.url, DESKTOP)
  // This page receives no events.
  await page.routeWebSocket(/socket/, () => undefined)
  await page.addInitScript(token => sessionStorage.setItem('authToken', token), author.token)
  await page.goto(paths.notes(topicNo))
  const bar = page.getByRole('region', { name: ko['notes.selected'] })
  const toast = page.getByRole('status')
  await page.getByRole('button', { name: ko['notes.select'] }).click()
  for (const title of ['6번 노트', '5번 노트']) await box(page, title).check()
  const { notes } = await author.call(getNotes, { topicNo })
  await author.call(deleteNote, { noteNo: notes.find(({ title }) => title === '5번 노트')?.noteNo ?? 0 })
  await bar.getByRole('button', { name: ko['notes.toTrash'] }).click()
  await expect(toast.getByText('1개는 이미 사라졌어요.')).toBeVisible()
  await toast.getByRole('button', { name: ko['common.undo'] }).click()
  await expect.poll(titles(page)).toEqual(['6번 노트', '4번 노트', '3번 노트', '2번 노트', '1번 노트'])
})

test('if one of several selected notes was deleted meanwhile, the others are moved, with a message @long', async ({
  site,
  newPage,
}) => {
  const author = await newUser(site.url, '두기기')
  const topicNo = await fillTopic(author)
  const { notes } = await author.call(getNotes, { topicNo })
  const page = await newPage(site.url, PHONE)
  await page.routeWebSocket(/socket/, () => undefined)
  await page.addInitScript(token => sessionStorage.setItem('authToken', token), author.token)
  await page.goto(paths.notes(topicNo))
  const bar = page.getByRole('region', { name: ko['notes.selected'] })
  const toast = page.getByRole('status')
  await page.getByRole('button', { name: ko['notes.select'] }).click()
  for (const title of ['6번 노트', '5번 노트', '4번 노트']) await box(page, title).check()
  const deletedNote = notes.find(({ title }) => title === '5번 노트')
  await author.call(deleteNote, { noteNo: deletedNote?.noteNo ?? 0 })
  await bar.getByRole('button', { name: ko['notes.selectedMove'] }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^보관함/ })
    .click()
  await expect(toast.getByText('노트 2개를 ‘보관함’ 주제로 옮겼어요. 1개는 이미 사라졌어요.')).toBeVisible()
  await expect.poll(titles(page)).toEqual(['3번 노트', '2번 노트', '1번 노트'])
})

test('a long press selects a note, and taps then select further notes @long', async ({ site, openAs }) => {
  const author = await newUser(site.url, '손가락')
  const page = await openAs(author, PHONE, paths.notes(await fillTopic(author)))
  await expect.poll(titles(page)).toEqual(ALL)
  const pressed = await page.getByText('4번 노트').boundingBox()
  const finger = await page.context().newCDPSession(page)
  const touchPoints = [{ x: (pressed?.x ?? 0) + 20, y: (pressed?.y ?? 0) + 10 }]
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await expect(box(page, '4번 노트')).toBeChecked()
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.getByText('2번 노트').tap()
  await expect(box(page, '2번 노트')).toBeChecked()
  await expect(box(page, '4번 노트')).toBeChecked()
  await page.getByRole('button', { name: ko['notes.selectEnd'] }).tap()
  await page.getByText('2번 노트').tap()
  await expect(page.getByRole('heading', { level: 1, name: '2번 노트' })).toBeVisible()
})
